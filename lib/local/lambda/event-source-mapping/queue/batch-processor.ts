import type { Message } from '@aws-sdk/client-sqs'
import { AwsError } from '../../../aws-error.js'
import type { InvocationOutcome } from '../../function/execution-environment.js'
import type { EventCounts } from '../event-counts.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings } from '../mapping-settings.js'
import { type InvocationPayload, invocationPayloads } from './invocation-payloads.js'
import type { QueueClient } from './queue-client.js'
import { succeededMessages } from './succeeded-messages.js'

/** Milliseconds. A throttled function gets the next batch after that. */
const THROTTLE_PAUSE = 1_000

/** Hands a batch to the function and deletes what is done. */
export class BatchProcessor {
  readonly #settings: MappingSettings
  readonly #environment: MappingEnvironment
  readonly #queue: QueueClient
  readonly #counts: EventCounts

  constructor(
    settings: MappingSettings,
    environment: MappingEnvironment,
    queue: QueueClient,
    counts: EventCounts,
  ) {
    this.#settings = settings
    this.#environment = environment
    this.#queue = queue
    this.#counts = counts
  }

  /** What fails is left alone: it comes again when its visibility time-out ends. It never rejects. */
  async process(batch: readonly Message[], signal: AbortSignal): Promise<void> {
    const { eventSourceArn, source } = this.#settings
    const fifo = source.kind === 'queue' && source.fifo
    const payloads = invocationPayloads(batch, eventSourceArn)
    for (const [index, payload] of payloads.entries()) {
      if (signal.aborted && index > 0) {
        await this.#queue.release(payloads.slice(index).flatMap(({ messages }) => messages))
        return
      }
      const succeeded = await this.#invoke(payload, signal)
      this.#counts.count('FailedInvokeEventCount', payload.messages.length - succeeded.length)
      this.#counts.count('DeletedEventCount', await this.#queue.delete(succeeded))
      // A later message of the same group must not overtake.
      if (fifo && succeeded.length < payload.messages.length) return
    }
  }

  async #invoke({ messages, text }: InvocationPayload, signal: AbortSignal): Promise<readonly Message[]> {
    this.#counts.count('InvokedEventCount', messages.length)
    const outcome = await this.#outcomeOf(text)
    if (outcome === undefined) {
      await this.#environment.clock.sleep(THROTTLE_PAUSE, signal)
      return []
    }
    return succeededMessages(messages, outcome, this.#settings.reportBatchItemFailures)
  }

  /** Undefined when the function did not even start, because it is throttled or stopped. */
  async #outcomeOf(payload: string): Promise<InvocationOutcome | undefined> {
    const { functions, local } = this.#environment
    const { functionName } = this.#settings
    try {
      const { outcome } = await functions.find(functionName).invoke(payload)
      return outcome
    } catch (error) {
      const reason =
        error instanceof Error
          ? `${error instanceof AwsError ? error.code : error.name}: ${error.message}`
          : String(error)
      local.spies.warn(`${functionName} could not be invoked with messages of its queue: ${reason}`)
      return undefined
    }
  }
}
