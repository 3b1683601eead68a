import type { Backend } from '../gateway/backend.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import { Replica } from '../streams/replica.js'
import { type StreamOptions, streamSettings } from '../streams/stream-options.js'
import { StreamRegistry } from '../streams/stream-registry.js'
import { ArnTranslation } from './arn-translation.js'
import { dynamoDbBackend } from './dynamodb-backend.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { ExpirySweep } from './expiry-sweep.js'
import { RequestTokens } from './request-tokens.js'
import { tableProvider } from './table-provider.js'
import { Tables } from './tables.js'
import { TimeToLive } from './time-to-live.js'
import { WriteGate } from './write-gate.js'

export interface DynamoDbService {
  readonly backend: Backend
  readonly providers: readonly ResourceProvider[]
  readonly streams: StreamRegistry
  readonly replicaOf: (tableName: string) => Replica
  readonly stop: () => Promise<void>
}

/** DynamoDB: an engine keeps the items; streams, their shards and the time are the local cloud's. */
export function createDynamoDbService(
  environment: LocalEnvironment,
  engine: () => Promise<DynamoDbEngine>,
  options: StreamOptions | undefined,
): DynamoDbService {
  const { region, accountId, clock, activity, spies, random } = environment
  const arns = new ArnTranslation(region, accountId)
  const gate = new WriteGate()
  const timeToLive = new TimeToLive(clock)
  const streams = new StreamRegistry(environment, streamSettings(options))
  const tables = new Tables({ engine, arns, streams, timeToLive, gate, clock })
  const keysOf = (tableName: string): readonly string[] => tables.keysOf(tableName)
  const expiry = new ExpirySweep({
    engine,
    streams,
    timeToLive,
    keysOf,
    gate,
    clock,
    activity,
    spies,
    random,
  })
  const tokens = new RequestTokens(clock)
  return {
    backend: dynamoDbBackend({ engine, arns, tables, streams, timeToLive, expiry, tokens, gate, clock }),
    providers: [
      tableProvider('AWS::DynamoDB::Table', engine, tables, timeToLive),
      tableProvider('AWS::DynamoDB::GlobalTable', engine, tables, timeToLive),
    ],
    streams,
    replicaOf: (tableName) =>
      new Replica({
        tableName,
        engine,
        keysOf,
        streams,
        gate,
        activity,
        onWritten: (written) => expiry.written(written),
      }),
    stop: () => expiry.stop(),
  }
}
