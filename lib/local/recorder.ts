import { LocalCloudError } from './local-cloud-error.js'
import type { BusEvent, RecordedCall, SpyLog } from './spy-log.js'

/** Of each kind; older ones are forgotten, so that a local cloud can stay up for days. */
const MAX_KEPT = 50_000
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
  readonly onWarning?: (message: string) => void
}

/** Keeps what happened in the local cloud and lets one wait for an event. */
export class Recorder implements SpyLog {
  readonly calls: RecordedCall[] = []
  readonly events: BusEvent[] = []
  readonly logLines: LogLine[] = []
  readonly warnings: string[] = []
  readonly #listeners = new Set<RecorderListener>()

  /** Gives what removes the listener. */
  listen(listener: RecorderListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  recordCall = (call: RecordedCall): void => {
    keep(this.calls, call)
    for (const listener of [...this.#listeners]) listener.onCall?.(call)
  }

  recordEvent = (event: BusEvent): void => {
    keep(this.events, event)
    for (const listener of [...this.#listeners]) listener.onEvent?.(event)
  }

  recordLogLine = (functionName: string, line: string): void => {
    const logLine = { functionName, line }
    keep(this.logLines, logLine)
    for (const listener of [...this.#listeners]) listener.onLogLine?.(logLine)
  }

  warn = (message: string): void => {
    keep(this.warnings, message)
    for (const listener of [...this.#listeners]) listener.onWarning?.(message)
  }

  /**
   * The first event that the predicate accepts, also one from before.
   * @throws LocalCloudError after `timeoutMs`, naming what was seen instead
   */
  waitForEvent(predicate: (event: BusEvent) => boolean, timeoutMs: number): Promise<BusEvent> {
    const seen = this.events.find(predicate)
    if (seen !== undefined) return Promise.resolve(seen)
    return new Promise((resolve, reject) => {
      const stopListening = this.listen({
        onEvent: (event) => {
          if (!predicate(event)) return
          clearTimeout(timer)
          stopListening()
          resolve(event)
        },
      })
      const timer = setTimeout(() => {
        stopListening()
        reject(new LocalCloudError(`No such event within ${timeoutMs} ms. ${describe(this.events)}`))
      }, timeoutMs)
    })
  }
}

function keep<T>(kept: T[], added: T): void {
  kept.push(added)
  if (kept.length > MAX_KEPT) kept.splice(0, kept.length - MAX_KEPT)
}

function describe(events: readonly BusEvent[]): string {
  if (events.length === 0) return 'No event was published at all.'
  const named = events.slice(-MAX_NAMED).map(({ busName, envelope }) => {
    return `${String(envelope['detail-type'])} from ${String(envelope['source'])} on ${busName}`
  })
  return `Seen (${events.length}, the latest ${named.length}): ${named.join('; ')}.`
}
