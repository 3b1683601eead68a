import type { METRIC } from './telemetry.js'

export type MetricName = (typeof METRIC)[keyof typeof METRIC]

/** Facts for a log line: ids, codes, counts; never a payload. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Where metrics and log lines go. */
export interface TelemetrySink {
  /** Adds to a count; 0 adds nothing. */
  readonly count: (metric: MetricName, value: number) => void
  readonly milliseconds: (metric: MetricName, value: number) => void
  readonly info: (message: string, fields: LogFields) => void
  readonly warn: (message: string, fields: LogFields) => void
  readonly error: (message: string, fields: LogFields) => void
}
