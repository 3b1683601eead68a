import { BoundedLog } from './bounded-log.js'
import type { StruckFault } from './faults/fault.js'
import { LocalCloudError } from './local-cloud-error.js'
import type { RecordedInvocation } from './recorded-invocation.js'
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
  readonly #listeners = new Set<RecorderListener>()

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
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  recordCall = (call: RecordedCall): void => {
    this.#calls.add(call, call.requestBytes)
    for (const listener of [...this.#listeners]) listener.onCall?.(call)
  }

  recordEvent = (event: BusEvent): void => {
    this.#events.add(event, Buffer.byteLength(event.detailText))
    for (const listener of [...this.#listeners]) listener.onEvent?.(event)
  }

  recordLogLine = (functionName: string, line: string): void => {
    const logLine = { functionName, line }
    this.#logLines.add(logLine, line.length)
    for (const listener of [...this.#listeners]) listener.onLogLine?.(logLine)
  }

  recordInvocation = (change: InvocationChange): void => {
    if (change.kind === 'begin') this.#begin(change)
    else if (change.kind === 'end') this.#end(change)
    for (const listener of [...this.#listeners]) listener.onInvocation?.(change)
  }

  recordFault = (fault: StruckFault): void => {
    for (const listener of [...this.#listeners]) listener.onFault?.(fault)
  }

  recordMetric = (datum: MetricDatum): void => {
    for (const listener of [...this.#listeners]) listener.onMetric?.(datum)
  }

  warn = (message: string): void => {
    this.#warnings.add(message, message.length)
    for (const listener of [...this.#listeners]) listener.onWarning?.(message)
  }

  /**
   * The first event that the predicate accepts, also one from before.
   * @param timeoutMs of real time: moving the virtual time forward does not use it up
   * @throws LocalCloudError after `timeoutMs`, naming what was seen instead, without payloads
   */
  async waitForEvent(predicate: (event: BusEvent) => boolean, timeoutMs: number): Promise<BusEvent> {
    const seen = this.events.find(predicate)
    if (seen !== undefined) return seen
    const limit = patience(timeoutMs)
    let stopListening = (): void => {}
    const came = new Promise<BusEvent>((resolve) => {
      stopListening = this.listen({ onEvent: (event) => predicate(event) && resolve(event) })
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
   * @throws LocalCloudError naming the event, without its payload
   */
  async expectNoEvent(predicate: (event: BusEvent) => boolean, task: () => Promise<void>): Promise<void> {
    let first: BusEvent | undefined
    const stopListening = this.listen({
      onEvent: (event) => {
        if (first === undefined && predicate(event)) first = event
      },
    })
    try {
      await task()
    } finally {
      stopListening()
    }
    if (first === undefined) return
    const { id, time } = first.envelope
    throw new LocalCloudError(
      `Expected no such event, but one came: ${nameOf(first)}, id ${String(id)}, time ${String(time)}.`,
    )
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
