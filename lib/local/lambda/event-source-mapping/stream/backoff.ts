export interface BackoffRange {
  /** The first wait, in milliseconds. */
  readonly base: number
  /** The longest wait, in milliseconds. */
  readonly cap: number
}

/**
 * "Lambda retries with exponential backoff"; the lengths are not documented.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function exponentialBackoff({ base, cap }: BackoffRange): (failures: number) => number {
  return (failures) => Math.min(cap, base * 2 ** Math.min(failures - 1, 30))
}
