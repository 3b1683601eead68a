import { BoundedLog } from './bounded-log.js'
import type { StruckFault } from './faults/fault.js'
import { LocalCloudError } from './local-cloud-error.js'
import type { RecordedInvocation } from './recorded-invocation.js'
import { RecorderListeners } from './recorder-listeners.js'
import type { BusEvent, InvocationChange, MetricDatum, RecordedCall, SpyLog } from './spy-log.js'
import { patience } from './time/patience.js'

/** Of each kind; older ones are forgotten, so that a local cloud can stay up for days. */
const MAX_KEPT = 50_000
const MEGABYTE = 1024 * 1024
/** By what was sent: the parsed inputs that are kept take a small multiple of it. */
const MAX_CALL_BYTES: number = 128 * MEGABYTE
const MAX_EVENT_BYTES: number = 64 * MEGABYTE
const MAX_LOG_BYTES: number = 32 * MEGABYTE
/** How many of the events seen an error names. */
const MAX_NAMED = 20

export interface LogLine {
  readonly functionName: string
  readonly line: string
}

/** What is told to a subscriber as it happens. */
export interface RecorderListener {
  readonly onCall?: (call: RecordedCall) => void
  readonly onEvent?: (event: BusEvent) => void
  readonly onLogLine?: (line: LogLine) => void
  readonly onInvocation?: (change: InvocationChange) => void
  readonly onMetric?: (datum: MetricDatum) => void
  /** A fault that struck a call. */
  readonly onFault?: (fault: StruckFault) => void
  readonly onWarning?: (message: string) => void
}

/**
 * Keeps what happened in the local cloud and lets one wait for an event: the newest 50,000 of each kind, and no more
 * than 128 MiB of calls, 64 MiB of events and 32 MiB of log lines.
 */
export class Recorder implements SpyLog {
  readonly #calls = new BoundedLog<RecordedCall>({ maxEntries: MAX_KEPT, maxBytes: MAX_CALL_BYTES })
  readonly #events = new BoundedLog<BusEvent>({ maxEntries: MAX_KEPT, maxBytes: MAX_EVENT_BYTES })
  readonly #logLines = new BoundedLog<LogLine>({ maxEntries: MAX_KEPT, maxBytes: MAX_LOG_BYTES })
  readonly #warnings = new BoundedLog<string>({ maxEntries: MAX_KEPT, maxBytes: MAX_LOG_BYTES })
  /** By request id, in the order in which they began. */
  readonly #invocations = new Map<string, RecordedInvocation>()
  readonly #listeners = new RecorderListeners((warning) => this.warn(warning))

  get calls(): readonly RecordedCall[] {
    return this.#calls.entries
  }

  get events(): readonly BusEvent[] {
    return this.#events.entries
  }

  get logLines(): readonly LogLine[] {
    return this.#logLines.entries
  }

  get warnings(): readonly string[] {
    return this.#warnings.entries
  }

  get invocations(): readonly RecordedInvocation[] {
    return [...this.#invocations.values()]
  }

  /** Gives what removes the listener. */
  listen(listener: RecorderListener): () => void {
    return this.#listeners.add(listener)
  }

  recordCall = (call: RecordedCall): void => {
    this.#calls.add(call, call.requestBytes)
    this.#listeners.tell((listener) => listener.onCall?.(call))
  }

  recordEvent = (event: BusEvent): void => {
    this.#events.add(event, Buffer.byteLength(event.detailText))
    this.#listeners.tell((listener) => listener.onEvent?.(event))
  }

  recordLogLine = (functionName: string, line: string): void => {
    const logLine = { functionName, line }
    this.#logLines.add(logLine, line.length)
    this.#listeners.tell((listener) => listener.onLogLine?.(logLine))
  }

  recordInvocation = (change: InvocationChange): void => {
    if (change.kind === 'begin') this.#begin(change)
    else if (change.kind === 'end') this.#end(change)
    this.#listeners.tell((listener) => listener.onInvocation?.(change))
  }

  recordFault = (fault: StruckFault): void => {
    this.#listeners.tell((listener) => listener.onFault?.(fault))
  }

  recordMetric = (datum: MetricDatum): void => {
    this.#listeners.tell((listener) => listener.onMetric?.(datum))
  }

  warn = (message: string): void => {
    this.#warnings.add(message, message.length)
    this.#listeners.tell((listener) => listener.onWarning?.(message))
  }

  /**
   * The first event that the predicate accepts, also one from before.
   * @param timeoutMs of real time: moving the virtual time forward does not use it up
   * @throws LocalCloudError after `timeoutMs`, naming what was seen instead, without payloads; what the predicate throws
   */
  async waitForEvent(predicate: (event: BusEvent) => boolean, timeoutMs: number): Promise<BusEvent> {
    const seen = this.events.find(predicate)
    if (seen !== undefined) return seen
    const limit = patience(timeoutMs)
    let stopListening = (): void => {}
    const came = new Promise<BusEvent>((resolve, reject) => {
      const onEvent = (event: BusEvent): void => {
        try {
          if (predicate(event)) resolve(event)
        } catch (error) {
          reject(error)
        }
      }
      stopListening = this.listen({ onEvent })
    })
    try {
      return await Promise.race([came, limit.over.then(() => this.#noSuchEvent(timeoutMs))])
    } finally {
      limit.stop()
      stopListening()
    }
  }

  /**
   * Lets the task run and fails on the first event that the predicate accepts meanwhile.
   * @throws LocalCloudError naming the event, without its payload; what the predicate throws
   */
  async expectNoEvent(predicate: (event: BusEvent) => boolean, task: () => Promise<void>): Promise<void> {
    const check = (event: BusEvent): void => {
      if (!predicate(event)) return
      const { id, time } = event.envelope
      throw new LocalCloudError(
        `Expected no such event, but one came: ${nameOf(event)}, id ${String(id)}, time ${String(time)}.`,
      )
    }
    let failed: { readonly error: unknown } | undefined
    const onEvent = (event: BusEvent): void => {
      if (failed !== undefined) return
      try {
        check(event)
      } catch (error) {
        failed = { error }
      }
    }
    const stopListening = this.listen({ onEvent })
    try {
      await task()
    } finally {
      stopListening()
    }
    if (failed !== undefined) throw failed.error
  }

  #begin({ functionName, requestId, at, payloadBytes }: InvocationChange & { kind: 'begin' }): void {
    this.#invocations.set(requestId, { functionName, requestId, begin: at, payloadBytes, outcome: 'running' })
    for (const oldest of this.#invocations.keys()) {
      if (this.#invocations.size <= MAX_KEPT) break
      this.#invocations.delete(oldest)
    }
  }

  #end({ requestId, at, errorType }: InvocationChange & { kind: 'end' }): void {
    const begun = this.#invocations.get(requestId)
    if (begun === undefined) return
    const outcome =
      errorType === undefined ? { outcome: 'success' as const } : { outcome: 'error' as const, errorType }
    this.#invocations.set(requestId, { ...begun, end: at, ...outcome })
  }

  #noSuchEvent(timeoutMs: number): never {
    throw new LocalCloudError(`No such event within ${timeoutMs} ms. ${describe(this.events)}`)
  }
}

function describe(events: readonly BusEvent[]): string {
  if (events.length === 0) return 'No event was published at all.'
  const named = events.slice(-MAX_NAMED).map(nameOf)
  return `Seen (${events.length}, the latest ${named.length}): ${named.join('; ')}.`
}

function nameOf({ busName, envelope }: BusEvent): string {
  return `${String(envelope['detail-type'])} from ${String(envelope['source'])} on ${busName}`
}
