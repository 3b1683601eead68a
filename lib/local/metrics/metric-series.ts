import type { MetricDatum } from '../spy-log.js'

const MINUTE = 60_000

/** Values of a metric: equal ones of one minute are one point. */
export interface MetricPoint extends MetricDatum {
  readonly unit: string
  /** How often the value came within the minute, from `at` on. */
  readonly count: number
}

export type Dimensions = Readonly<Record<string, string>>

/** What makes a metric: CloudWatch keeps one apart for each combination. */
export interface MetricIdentity {
  readonly namespace: string
  readonly name: string
  readonly dimensions: Dimensions
}

export function metricKey({ namespace, name, dimensions }: MetricIdentity): string {
  const sorted = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([namespace, name, sorted])
}

export function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE) * MINUTE
}
