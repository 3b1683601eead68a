import type { CONSUMER_METRIC, LOG_KEYS, METRIC } from './telemetry.js'

export type MetricName =
  | (typeof METRIC)[keyof typeof METRIC]
  | (typeof CONSUMER_METRIC)[keyof typeof CONSUMER_METRIC]

/** Facts for a log line: ids, codes, counts; never a payload. */
export type LogFields = { readonly [Key in (typeof LOG_KEYS)[number]]?: string | number }

/** Where metrics and log lines go. */
export interface TelemetrySink {
  /** Adds to a count; 0 adds nothing. */
  readonly count: (metric: MetricName, value: number) => void
  /** A level as it is now; 0 is one, too. */
  readonly level: (metric: MetricName, value: number) => void
  readonly milliseconds: (metric: MetricName, value: number) => void
  /** An age or a delay as it is now; 0 is one, too. */
  readonly seconds: (metric: MetricName, value: number) => void
  /** Where the same goes for one type of events; undefined where it is not counted by itself. */
  readonly ofType?: (eventType: string) => Pick<TelemetrySink, 'count' | 'milliseconds'> | undefined
  /** Writes what was gathered so far: what comes next may end the process. */
  readonly flush: () => void
  readonly info: (message: string, fields: LogFields) => void
  readonly warn: (message: string, fields: LogFields) => void
  readonly error: (message: string, fields: LogFields) => void
}
