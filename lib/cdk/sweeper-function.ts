import { Tokenization } from 'aws-cdk-lib'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { ENVIRONMENT } from '../environment.js'
import { SWEEP_EVENT_AGE } from './defaults.js'
import { type DeliveryResources, deliveryEnvironment } from './delivery-environment.js'
import { outboxFunction } from './outbox-function.js'
import type { OutboxSettings } from './settings.js'

export interface SweeperResources extends DeliveryResources {
  /** UUID of the relay's event source mapping. */
  readonly relayMappingId: string
}

/**
 * No concurrency is reserved: two sweeps at once are safe, since each row is claimed by a conditional write, and a
 * reservation is taken from what the account's other functions have.
 */
export function sweeperFunction(
  scope: Construct,
  settings: OutboxSettings,
  resources: SweeperResources,
): LambdaFunction {
  const { relay, sweeper } = settings
  return outboxFunction(scope, 'Sweeper', {
    description: `Delivers the events of outbox ${settings.name} that its relay does not`,
    handler: 'sweeper',
    timeout: sweeper.timeout,
    settings: sweeper,
    // The next sweep does what one that failed, or was late, would have done.
    invocations: { retryAttempts: 0, maxEventAge: SWEEP_EVENT_AGE },
    environment: {
      ...deliveryEnvironment(settings, resources),
      [ENVIRONMENT.relayMappingId]: resources.relayMappingId,
      ...(resources.archiveBucket === undefined
        ? {}
        : { [ENVIRONMENT.archiveBucketOwner]: resources.archiveBucket.env.account }),
      [ENVIRONMENT.relayTimeoutSeconds]: String(relay.timeout.toSeconds()),
      [ENVIRONMENT.graceSeconds]: String(sweeper.grace.toSeconds()),
      [ENVIRONMENT.leaseSeconds]: String(sweeper.lease.toSeconds()),
      [ENVIRONMENT.giveUpAfterSeconds]: String(sweeper.giveUpAfter.toSeconds()),
      ...(sweeper.maxPublishRate === undefined
        ? {}
        : { [ENVIRONMENT.maxPublishRate]: Tokenization.stringifyNumber(sweeper.maxPublishRate) }),
    },
  })
}
