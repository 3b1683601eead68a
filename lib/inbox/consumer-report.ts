import { errorName } from '../error-name.js'
import { isOutboxError } from '../errors.js'
import { CONSUMER_METRIC } from '../telemetry.js'
import type { LogFields, TelemetrySink } from '../telemetry-sink.js'
import type { ConsumedEvent } from './consumed-event.js'
import { isTellable } from './is-tellable.js'
import type { Metadata } from './read-message.js'
import type { Handled } from './transactional-inbox.js'

/** The message concerned, as far as it is known. */
export interface About {
  readonly messageId?: string
  readonly metadata?: Metadata
  readonly event?: ConsumedEvent
}

export type OnError = (error: unknown, event: ConsumedEvent | undefined) => unknown

/** Says in metrics and log lines what became of messages: ids, names and codes, never what is in them. */
export class ConsumerReport {
  readonly #telemetry: TelemetrySink
  readonly #onError: OnError | undefined

  constructor(telemetry: TelemetrySink, onError: OnError | undefined) {
    this.#telemetry = telemetry
    this.#onError = onError
  }

  flush(): void {
    this.#telemetry.flush()
  }

  handled(handled: Handled, metadata: Metadata): void {
    if (handled.kind === 'duplicate') {
      this.#telemetry.count(CONSUMER_METRIC.duplicate, 1)
      this.#telemetry.info('An event was handled before', logged(metadata))
    }
    if (handled.kind !== 'handled') return
    this.#telemetry.count(CONSUMER_METRIC.handled, 1)
    if (handled.order === 'gap') this.#telemetry.count(CONSUMER_METRIC.gap, 1)
    if (handled.order === 'old') this.#telemetry.count(CONSUMER_METRIC.late, 1)
  }

  ignored(): void {
    this.#telemetry.count(CONSUMER_METRIC.ignored, 1)
  }

  held(outcome: 'waits' | 'dead', missing: readonly string[], metadata: Metadata): void {
    if (outcome === 'waits') {
      this.#telemetry.count(CONSUMER_METRIC.held, 1)
      return
    }
    this.#telemetry.count(CONSUMER_METRIC.gapNotFilled, 1)
    this.#telemetry.error(
      `An event is in the dead-letter queue: ${missing.join(', ')} did not come in time`,
      logged(metadata),
    )
  }

  /** A message that could not be understood, so that no handler was asked. */
  refused(error: unknown, of: About): void {
    this.#failed(isTellable(error) ? `. ${error.message}` : '', error, of)
  }

  /** What a handler's error says may quote the event, so only its name is told; `onError` gets it all. */
  failed(error: unknown, of: About): void {
    this.#failed('', error, of)
  }

  #failed(reason: string, error: unknown, { messageId, metadata, event }: About): void {
    const fields = {
      ...(messageId === undefined ? {} : { messageId }),
      ...(metadata === undefined ? {} : logged(metadata)),
    }
    this.#telemetry.count(CONSUMER_METRIC.failed, 1)
    this.#telemetry.error(`An event could not be handled; it comes again${reason}`, {
      ...fields,
      errorCode: codeOf(error),
    })
    // It must not take the other messages of the batch with it, neither now nor when its promise rejects.
    const onThrown = (thrown: unknown): void =>
      this.#telemetry.error('`onError` of the consumer has thrown', { ...fields, errorCode: codeOf(thrown) })
    try {
      Promise.resolve(this.#onError?.(error, event)).catch(onThrown)
    } catch (thrown) {
      onThrown(thrown)
    }
  }
}

function logged({ eventId, eventType, aggregateType, aggregateId }: Metadata): LogFields {
  return { eventId, eventType, aggregateType, aggregateId }
}

function codeOf(error: unknown): string {
  if (isOutboxError(error)) return error.code
  return errorName(error)
}
