/** The value of a statistic over at least one value. */
export type Statistic = (values: readonly number[]) => number

const SIMPLE: Readonly<Record<string, Statistic>> = {
  Sum: sum,
  Average: (values) => sum(values) / values.length,
  Minimum: (values) => values.reduce((least, value) => Math.min(least, value)),
  Maximum: (values) => values.reduce((most, value) => Math.max(most, value)),
  SampleCount: (values) => values.length,
}

/**
 * `Sum`, `Average`, `Minimum`, `Maximum`, `SampleCount` or a percentile such as `p99` or `p99.9`; undefined for any other.
 * A percentile is the smallest value that so many of the values do not exceed: CloudWatch's own may lie between two.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
 */
export function statistic(name: string): Statistic | undefined {
  const simple = SIMPLE[name]
  if (simple !== undefined) return simple
  const [, percent] = /^p(\d{1,2}(?:\.\d{1,10})?|100)$/.exec(name) ?? []
  return percent === undefined ? undefined : percentile(Number(percent))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function percentile(percent: number): Statistic {
  return (values) => {
    const sorted = [...values].sort((a, b) => a - b)
    const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
    return sorted[rank - 1] ?? Number.NaN
  }
}
