import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { Redrive } from '../../lib/dead-letter/redrive.js'
import { Delivery } from '../../lib/delivery/delivery.js'
import { Relay } from '../../lib/relay/relay.js'
import { Sweeper } from '../../lib/sweeper/sweeper.js'
import { CALL_TIMEOUT } from '../destination/event-bridge.js'
import { chance } from './chance.js'
import type { Environment } from './environment.js'
import { TIMES, type WorldSettings } from './settings.js'
import type { Table } from './table.js'

export interface Context {
  readonly getRemainingTimeInMillis: () => number
}

/** A function's code in its environment. */
export interface Process<Input, Answer> {
  readonly environment: Environment
  readonly handle: (input: Input, context: Context) => Promise<Answer>
}

const KEYS = { partitionKey: 'pk', sortKey: 'sk' }

export function relayProcess(
  environment: Environment,
  table: Table,
  { strictOrder }: WorldSettings,
): Process<DynamoDBStreamEvent, DynamoDBBatchResponse> {
  const relay = new Relay({
    ...common(environment, table),
    isArchived: environment.archive !== undefined,
    delivery: new Delivery({ ...sending(environment), strictOrder }),
    keys: KEYS,
  })
  return { environment, handle: (event, context) => relay.handle(event, context) }
}

export function sweeperProcess(
  environment: Environment,
  table: Table,
  { strictOrder, maxPublishRate }: WorldSettings,
): Process<undefined, void> {
  const { grace, relayTimeout, lease, giveUpAfter } = TIMES
  const sweeper = new Sweeper({
    ...common(environment, table),
    index: table.index(environment.line),
    delivery: new Delivery({ ...sending(environment), strictOrder, followers: 'sent' }),
    destination: environment.destination,
    mapping: environment.mapping,
    archive: environment.archive,
    region: 'eu-west-1',
    grace,
    relayTimeout,
    lease,
    giveUpAfter,
    maxPublishRate,
  })
  return { environment, handle: (_, context) => sweeper.sweep(context) }
}

export function redriveProcess(environment: Environment, table: Table): Process<SQSEvent, SQSBatchResponse> {
  const redrive = new Redrive({ ...common(environment, table), keys: KEYS })
  return { environment, handle: (event, context) => redrive.handle(event, context) }
}

function common(environment: Environment, table: Table) {
  const { clock, line, telemetry, deadLetterQueue } = environment
  return {
    store: table.store(line),
    deadLetterQueue,
    telemetry,
    clock,
    random: chance.next,
    tableName: table.tableName,
    retentionSeconds: TIMES.retentionSeconds,
    backoff: TIMES.backoff,
  }
}

function sending({ destination, clock }: Environment) {
  return { destination, clock, random: chance.next, callTimeout: CALL_TIMEOUT }
}
