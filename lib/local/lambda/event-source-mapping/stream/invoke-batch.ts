import { AwsError } from '../../../aws-error.js'
import type { InvokedFunction } from '../mapping-environment.js'
import { batchOutcome } from './batch-outcome.js'
import type { Attempt } from './lane-driver.js'
import type { StreamRecord } from './stream-record.js'

/** Invokes the function with the records and reads its answer, which counts only with `ReportBatchItemFailures`. */
export async function invokeBatch(
  lambda: InvokedFunction,
  records: readonly StreamRecord[],
  { partialResponses }: { readonly partialResponses: boolean },
): Promise<Attempt> {
  try {
    const payload = JSON.stringify({ Records: records.map(({ event }) => event) })
    const { requestId, outcome } = await lambda.invoke(payload)
    if (outcome.kind === 'error')
      return {
        kind: 'invoked',
        outcome: { kind: 'failure' },
        last: { requestId, functionError: 'Unhandled' },
      }
    const sequenceNumbers = records.map(({ sequenceNumber }) => sequenceNumber)
    const answer = partialResponses
      ? batchOutcome(JSON.parse(outcome.payload), sequenceNumbers)
      : ({ kind: 'success' } as const)
    return { kind: 'invoked', outcome: answer, last: { requestId } }
  } catch (error) {
    if (error instanceof AwsError) return { kind: 'not-invoked' }
    throw error
  }
}
