import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { type DeliveryResources, deliveryEnvironment } from './delivery-environment.js'
import { outboxFunction } from './outbox-function.js'
import type { OutboxSettings } from './settings.js'

export function relayFunction(
  scope: Construct,
  settings: OutboxSettings,
  resources: DeliveryResources,
): LambdaFunction {
  return outboxFunction(scope, 'Relay', {
    description: `Forwards the events of outbox ${settings.name} to EventBridge`,
    handler: 'relay',
    timeout: settings.relay.timeout,
    settings: settings.relay,
    environment: deliveryEnvironment(settings, resources),
  })
}
