import { SYNCHRONOUS_PAYLOAD_MAX_BYTES } from '../../lambda-limits.js'
import type { MappingSettings, StreamSettings } from '../mapping-settings.js'
import { exponentialBackoff } from './backoff.js'
import type { StreamPolicy } from './stream-policy.js'

/** Lambda's waits are not documented; these make about 360 attempts an hour. Milliseconds. */
const BACKOFF = { base: 100, cap: 10_000 }

export function streamPolicyOf(
  { batchSize, batchingWindowSeconds, reportBatchItemFailures }: MappingSettings,
  { bisectOnError, maximumRetryAttempts, maximumRecordAgeSeconds }: StreamSettings,
): StreamPolicy {
  return {
    batchSize,
    batchingWindow: batchingWindowSeconds * 1000,
    maximumBatchBytes: SYNCHRONOUS_PAYLOAD_MAX_BYTES,
    bisectOnError,
    maximumRetryAttempts,
    maximumRecordAge: maximumRecordAgeSeconds === -1 ? -1 : maximumRecordAgeSeconds * 1000,
    partialResponses: reportBatchItemFailures,
    backoff: exponentialBackoff(BACKOFF),
  }
}
