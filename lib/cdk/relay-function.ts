import { RemovalPolicy } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { ENVIRONMENT } from '../environment.js'
import { handlerAsset } from './handler-asset.js'
import type { OutboxSettings } from './settings.js'

export interface RelayResources {
  readonly table: ITable
  readonly eventBus: IEventBus
  readonly deadLetterQueue: IQueue
}

export function relayFunction(
  scope: Construct,
  settings: OutboxSettings,
  { table, eventBus, deadLetterQueue }: RelayResources,
): LambdaFunction {
  const { relay } = settings
  return new LambdaFunction(scope, 'Relay', {
    description: `Forwards the events of outbox ${settings.name} to EventBridge`,
    code: Code.fromAsset(handlerAsset('relay')),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: relay.memorySize,
    timeout: relay.timeout,
    // The log is about the relay, not data: it goes with it.
    logGroup: new LogGroup(scope, 'RelayLogs', {
      retention: relay.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
    environment: {
      [ENVIRONMENT.name]: settings.name,
      [ENVIRONMENT.tableName]: table.tableName,
      [ENVIRONMENT.partitionKey]: settings.keys.partitionKey,
      [ENVIRONMENT.sortKey]: settings.keys.sortKey ?? '',
      [ENVIRONMENT.ttlAttribute]: settings.ttlAttribute,
      [ENVIRONMENT.eventBusArn]: eventBus.eventBusArn,
      [ENVIRONMENT.deadLetterQueueUrl]: deadLetterQueue.queueUrl,
      [ENVIRONMENT.retentionSeconds]: String(settings.retention.toSeconds()),
      [ENVIRONMENT.strictOrder]: String(settings.strictOrder),
      // https://docs.aws.amazon.com/powertools/typescript/latest/environment-variables/
      POWERTOOLS_LOG_LEVEL: relay.logLevel,
    },
  })
}
