import type { LogFields, MetricName, TelemetrySink } from '../../lib/telemetry-sink.js'

export type RecordedLine = LogFields & { readonly level: string; readonly message: string }

/** Adds up metrics and keeps log lines. */
export class RecordingSink implements TelemetrySink {
  readonly counts: Record<string, number> = {}
  /** In the unit of each. */
  readonly durations: Record<string, number[]> = {}
  /** The last value of each. */
  readonly levels: Record<string, number> = {}
  readonly lines: RecordedLine[] = []

  readonly count = (metric: MetricName, value: number): void => {
    if (value > 0) this.counts[metric] = (this.counts[metric] ?? 0) + value
  }

  readonly level = (metric: MetricName, value: number): void => {
    this.levels[metric] = value
  }

  readonly milliseconds = (metric: MetricName, value: number): void => {
    this.durations[metric] = [...(this.durations[metric] ?? []), value]
  }

  readonly seconds = (metric: MetricName, value: number): void => this.milliseconds(metric, value)

  readonly flush = (): void => undefined

  readonly info = (message: string, fields: LogFields): void => this.#line('info', message, fields)
  readonly warn = (message: string, fields: LogFields): void => this.#line('warn', message, fields)
  readonly error = (message: string, fields: LogFields): void => this.#line('error', message, fields)

  #line(level: string, message: string, fields: LogFields): void {
    this.lines.push({ level, message, ...fields })
  }
}
