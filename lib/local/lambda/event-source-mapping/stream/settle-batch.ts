import type { Batch, LastInvocation } from './batch.js'
import type { BatchOutcome } from './batch-outcome.js'
import type { StreamPolicy } from './stream-policy.js'

/**
 * What an invocation leaves to do, to be tried in this order. Splitting does not consume the retry quota, so only a
 * batch that cannot be split further uses a retry. A partial response that names the very first record splits
 * nothing off: it is a retry.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export function settleBatch(
  batch: Batch,
  outcome: BatchOutcome,
  last: LastInvocation,
  policy: StreamPolicy,
  now: number,
): Batch[] {
  if (outcome.kind === 'success') return []
  const failures = batch.failures + 1
  const attempted: Batch = {
    ...batch,
    last,
    failures,
    invocations: batch.invocations + 1,
    notBefore: now + policy.backoff(failures),
  }
  const { records } = attempted
  if (outcome.kind === 'partial') {
    const rest = { ...attempted, records: records.slice(outcome.firstFailed) }
    return policy.bisectOnError && outcome.firstFailed > 0 ? [rest] : [retry(rest, policy)]
  }
  if (!policy.bisectOnError || records.length === 1) return [retry(attempted, policy)]
  const middle = Math.ceil(records.length / 2)
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ ...attempted, records: half }))
}

/**
 * The batch after an attempt at which the function was not invoked at all (throttled, or the service failed): it
 * stays whole and uses no retry; only the records' age ends this.
 */
export function postponeBatch(batch: Batch, policy: StreamPolicy, now: number): Batch {
  const failures = batch.failures + 1
  return { ...batch, failures, notBefore: now + policy.backoff(failures) }
}

function retry(batch: Batch, { maximumRetryAttempts }: StreamPolicy): Batch {
  if (maximumRetryAttempts !== -1 && batch.retries >= maximumRetryAttempts)
    return { ...batch, exhausted: true }
  return { ...batch, retries: batch.retries + 1 }
}
