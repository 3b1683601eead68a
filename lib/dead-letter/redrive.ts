import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import pMap from 'p-map'
import type { Clock } from '../clock.js'
import { applyChanges } from '../delivery/apply-changes.js'
import type { KeyNames } from '../environment.js'
import { errorName } from '../error-name.js'
import { fenceTime, newFence } from '../store/fence.js'
import type { OutboxStore, RowState } from '../store/outbox-store.js'
import { keyText, type RowIdentity, rowIdentity } from '../store/row-key.js'
import { regionIn, withOwner } from '../store/shard.js'
import { METRIC } from '../telemetry.js'
import type { TelemetrySink } from '../telemetry-sink.js'
import { type RedriveRequest, readRedriveMessage } from './redrive-message.js'
import { redrivenBy } from './redriven-by.js'

export interface RedriveOptions {
  readonly store: OutboxStore
  readonly telemetry: TelemetrySink
  readonly clock: Clock
  readonly random: () => number
  readonly tableName: string
  readonly keys: KeyNames
}

interface InvocationContext {
  readonly getRemainingTimeInMillis: () => number
}

/** What became of a message. `settled`: there is nothing left to redrive. */
type Result =
  | { readonly kind: 'redriven' }
  | { readonly kind: 'settled'; readonly outcome: string }
  | { readonly kind: 'refused'; readonly fault: string }
  | { readonly kind: 'failed'; readonly errorCode: string }

const CONCURRENT_MESSAGES = 5

/** How long the write of one row is repeated, so that it takes no time from the others. Milliseconds. */
const RETRY_BUDGET = 5_000

/** Kept free at the end of the invocation for a try under way and the answer. Milliseconds. */
const ANSWER_RESERVE = 5_000

/**
 * The consumer of the redrive queue: gives dead rows back to the sweeper, due at once. Each message is on its own:
 * what fails comes again by SQS and, after the queue's maxReceiveCount, goes back to the dead-letter queue. The write
 * is bound to the death that the message names, so a message that comes twice, or to two workers at once, is one
 * redelivery.
 */
export class Redrive {
  readonly #options: RedriveOptions

  constructor(options: RedriveOptions) {
    this.#options = options
  }

  async handle(event: SQSEvent, context: InvocationContext): Promise<SQSBatchResponse> {
    const end = this.#options.clock.now() + context.getRemainingTimeInMillis() - ANSWER_RESERVE
    const results = await pMap(event.Records, (record) => this.#take(record, end), {
      concurrency: CONCURRENT_MESSAGES,
    })
    const again = event.Records.filter((_, index) => comesAgain(results[index]))
    return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }

  async #take(record: SQSRecord, end: number): Promise<Result> {
    const message = readRedriveMessage(record.body, this.#options)
    if (message.kind === 'request') {
      const { request } = message
      const result = await this.#redriveOrFail(request, record, end)
      this.#report(result, record, rowIdentity(request.key))
      return result
    }
    const result: Result =
      message.kind === 'notDead'
        ? { kind: 'settled', outcome: 'notDead' }
        : { kind: 'refused', fault: message.fault }
    this.#report(result, record)
    return result
  }

  async #redriveOrFail(request: RedriveRequest, record: SQSRecord, end: number): Promise<Result> {
    try {
      if (this.#options.clock.now() >= end) return { kind: 'failed', errorCode: 'OutOfTime' }
      return await this.#redrive(request, record, end)
    } catch (error) {
      return { kind: 'failed', errorCode: errorName(error) }
    }
  }

  async #redrive(
    { key, diedAt, requestedBy }: RedriveRequest,
    record: SQSRecord,
    end: number,
  ): Promise<Result> {
    const { store, clock, random } = this.#options
    const { states, unread } = await store.lookUp([key])
    if (unread.size > 0) return { kind: 'failed', errorCode: 'UnprocessedKeys' }
    const state = states.get(keyText(key))
    if (state === undefined) return { kind: 'settled', outcome: 'gone' }
    const outcome = settledAs(state, diedAt)
    if (outcome !== undefined) return { kind: 'settled', outcome }
    const identity = rowIdentity(key)
    const shard = String(state.shard)
    if (identity === undefined || state.status !== 'DEAD' || regionIn(shard) === undefined)
      return { kind: 'refused', fault: 'Expected the row to have the status and the `obShard` of a dead one' }
    if (state.diedAt !== diedAt)
      return {
        kind: 'refused',
        fault: 'Expected `diedAt` to be the `obDiedAt` of the row, which died at another time',
      }

    const now = clock.now()
    const values = {
      diedAt,
      newShard: withOwner(shard, 'R', identity),
      newDue: newFence(now),
      redrivenAt: new Date(now).toISOString(),
      redrivenBy: redrivenBy(record, requestedBy),
    }
    const until = Math.min(now + RETRY_BUDGET, end)
    const [result] = await applyChanges([{ key, transition: 'redrive', values }], {
      store,
      clock,
      random,
      until,
    })
    if (result?.kind === 'done') return { kind: 'redriven' }
    // Another worker was faster, or the event turned out to be delivered.
    if (result?.kind === 'lost') return { kind: 'settled', outcome: 'lost' }
    return { kind: 'failed', errorCode: result?.errorCode ?? 'NoAnswer' }
  }

  #report(result: Result, { messageId }: SQSRecord, identity?: RowIdentity): void {
    const { telemetry } = this.#options
    const fields = { ...identity, messageId }
    switch (result.kind) {
      case 'redriven':
        telemetry.count(METRIC.redriven, 1)
        telemetry.info('A dead letter is sent again', fields)
        break
      case 'settled':
        telemetry.count(METRIC.redriveSettled, 1)
        telemetry.info('A message had nothing to redrive', { ...fields, outcome: result.outcome })
        break
      case 'refused':
        telemetry.count(METRIC.redriveRefused, 1)
        telemetry.error(`A redrive message is refused. ${result.fault}`, fields)
        break
      case 'failed':
        telemetry.count(METRIC.redriveFailed, 1)
        telemetry.error('A dead letter could not be sent again yet', {
          ...fields,
          errorCode: result.errorCode,
        })
        break
    }
  }
}

/**
 * Why this death needs no redrive any more; undefined when it may, and when the row was edited into something that
 * nobody would act on: that must not pass for done.
 */
function settledAs({ status, shard, diedAt }: RowState, wanted: string): string | undefined {
  if (status === 'PUBLISHED') return 'published'
  if (status === 'PENDING') return isDelivered(shard) ? 'redriven' : undefined
  return diedAt !== undefined && fenceTime(diedAt) > fenceTime(wanted) ? 'diedAgain' : undefined
}

/** A pending row of these owners is on its way. */
function isDelivered(shard: string | undefined): boolean {
  return shard !== undefined && /^[PRS]#/.test(shard)
}

function comesAgain(result: Result | undefined): boolean {
  return result === undefined || result.kind === 'refused' || result.kind === 'failed'
}
