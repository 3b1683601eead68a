import { isRecord } from '../../../record.js'

/** How the function dealt with a batch of records. */
export type BatchOutcome =
  | { readonly kind: 'success' }
  /** The first record, by its place in the batch, that is not done; everything before it is. */
  | { readonly kind: 'partial'; readonly firstFailed: number }
  | { readonly kind: 'failure' }

/**
 * Reads the answer of a function whose mapping has `ReportBatchItemFailures`. Anything that cannot be understood
 * fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function batchOutcome(response: unknown, sequenceNumbers: readonly string[]): BatchOutcome {
  if (response === null || response === undefined) return { kind: 'success' }
  if (!isRecord(response)) return { kind: 'failure' }
  const failures = response['batchItemFailures'] ?? []
  if (!Array.isArray(failures)) return { kind: 'failure' }
  const places = failures.map((failure: unknown) => {
    const identifier = isRecord(failure) ? failure['itemIdentifier'] : undefined
    return typeof identifier === 'string' ? sequenceNumbers.indexOf(identifier) : -1
  })
  if (places.includes(-1)) return { kind: 'failure' }
  return places.length === 0 ? { kind: 'success' } : { kind: 'partial', firstFailed: Math.min(...places) }
}
