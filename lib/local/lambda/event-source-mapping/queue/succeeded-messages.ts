import type { Message } from '@aws-sdk/client-sqs'
import type { InvocationOutcome } from '../../function/execution-environment.js'
import { reportedFailures } from '../reported-failures.js'

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
  const failed = reportedFailures(JSON.parse(outcome.payload))
  const known = new Set(messages.map(({ MessageId }) => MessageId))
  if (failed === undefined || failed.some((id) => !known.has(id))) return []
  return messages.filter(({ MessageId: id }) => id === undefined || !failed.includes(id))
}
