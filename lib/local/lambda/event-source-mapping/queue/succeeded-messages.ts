import type { Message } from '@aws-sdk/client-sqs'
import { isRecord } from '../../../record.js'
import type { InvocationOutcome } from '../../function/execution-environment.js'

/**
 * The messages that are done, to be deleted. Without `ReportBatchItemFailures` it is all or none, and the answer does
 * not matter; with it, an answer that cannot be understood fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function succeededMessages(
  messages: readonly Message[],
  outcome: InvocationOutcome,
  reportBatchItemFailures: boolean,
): readonly Message[] {
  if (outcome.kind === 'error') return []
  if (!reportBatchItemFailures) return messages
  const failed = failedIds(JSON.parse(outcome.payload))
  const known = new Set(messages.map(({ MessageId }) => MessageId))
  if (failed === undefined || failed.some((id) => !known.has(id))) return []
  return messages.filter(({ MessageId: id }) => id === undefined || !failed.includes(id))
}

/** Undefined when it cannot be understood. */
function failedIds(answer: unknown): readonly string[] | undefined {
  if (answer === null || answer === '') return []
  if (!isRecord(answer)) return undefined
  const failures = answer['batchItemFailures'] ?? []
  if (!Array.isArray(failures)) return undefined
  const ids = failures.map((failure: unknown) => (isRecord(failure) ? failure['itemIdentifier'] : undefined))
  return ids.every((id) => typeof id === 'string') ? ids : undefined
}
