import { isRecord } from '../../record.js'

/**
 * The identifiers in the answer of a function whose mapping has `ReportBatchItemFailures`; none for a complete
 * success, which an empty answer is, too. Undefined when it cannot be understood: then the whole batch has failed.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function reportedFailures(answer: unknown): readonly string[] | undefined {
  if (answer === null || answer === undefined || answer === '') return []
  if (!isRecord(answer)) return undefined
  const failures = answer['batchItemFailures'] ?? []
  if (!Array.isArray(failures)) return undefined
  const ids = failures.map((failure: unknown) => (isRecord(failure) ? failure['itemIdentifier'] : undefined))
  return ids.every((id) => typeof id === 'string') ? ids : undefined
}
