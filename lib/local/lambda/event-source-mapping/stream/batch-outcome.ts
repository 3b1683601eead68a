import { reportedFailures } from '../reported-failures.js'

/** How the function dealt with a batch of records. */
export type BatchOutcome =
  | { readonly kind: 'success' }
  /** The first record, by its place in the batch, that is not done; everything before it is. */
  | { readonly kind: 'partial'; readonly firstFailed: number }
  | { readonly kind: 'failure' }

/** Reads the answer of a function whose mapping has `ReportBatchItemFailures`. */
export function batchOutcome(response: unknown, sequenceNumbers: readonly string[]): BatchOutcome {
  const places = reportedFailures(response)?.map((identifier) => sequenceNumbers.indexOf(identifier))
  if (places === undefined || places.includes(-1)) return { kind: 'failure' }
  return places.length === 0 ? { kind: 'success' } : { kind: 'partial', firstFailed: Math.min(...places) }
}
