import type { KeyNames } from '../../environment.js'

/**
 * What an outbox consists of, by the names that AWS gave it. What is absent is not known here: `needed` tells the person
 * how to make it known.
 */
export interface OutboxResources {
  /** As metrics and log lines have it; the table's, where no stack was asked. */
  readonly name: string
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  /** ARN; or the bus's name, where a flag told it. */
  readonly eventBusArn?: string
  /** UUID of the relay's event source mapping. */
  readonly relayMappingId?: string
  readonly deadLetterQueueUrl?: string
  /** Only as a flag told them: the functions of these names find them otherwise. */
  readonly redriveQueueUrl?: string
  readonly relayFailureQueueUrl?: string
  /** Those of the stack. */
  readonly relayFunctionName?: string
  readonly sweeperFunctionName?: string
  readonly redriveFunctionName?: string
  readonly stack?: string
  /** What the sweeper is told; without a stack, the variables of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>
}
