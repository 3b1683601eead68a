import type { KeyNames } from '../../environment.js'

/** What an outbox consists of, by the names that AWS gave it. */
export interface OutboxResources {
  readonly name: string
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  readonly eventBusArn: string
  readonly relayFunctionName: string
  readonly sweeperFunctionName: string
  readonly redriveFunctionName: string
  /** UUID of the relay's event source mapping. */
  readonly relayMappingId: string
  readonly deadLetterQueueUrl: string
  readonly redriveQueueArn: string
  readonly relayFailureQueueArn?: string
}
