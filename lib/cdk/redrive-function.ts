import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { REDRIVE_TIMEOUT } from './defaults.js'
import { outboxFunction } from './outbox-function.js'
import type { OutboxSettings } from './settings.js'
import { tableEnvironment } from './table-environment.js'

export function redriveFunction(scope: Construct, settings: OutboxSettings, table: ITable): LambdaFunction {
  return outboxFunction(scope, 'Redrive', {
    description: `Takes up dead letters of outbox ${settings.name} that a person sent back`,
    handler: 'redrive',
    timeout: REDRIVE_TIMEOUT,
    settings: settings.redrive,
    environment: tableEnvironment(settings, table),
  })
}
