import type { StreamPolicy } from '../../../lib/local/lambda/event-source-mapping/stream/stream-policy.js'
import type { StreamRecord } from '../../../lib/local/lambda/event-source-mapping/stream/stream-record.js'

/** When the records of a test are made. */
export const START: number = Date.UTC(2026, 0, 1)

/** The n-th record, n from 1; its sequence number is `n` and twenty zeros. */
export function record(n: number, over: Partial<StreamRecord> = {}): StreamRecord {
  return {
    sequenceNumber: `${n}${'0'.repeat(20)}`,
    createdAt: START,
    itemKeys: { sk: { S: String(n) } },
    event: { n },
    bytes: 100,
    ...over,
  }
}

export function records(count: number): StreamRecord[] {
  return Array.from({ length: count }, (_, index) => record(index + 1))
}

/** Lambda's defaults, with a back-off of 1, 2, 4, … seconds. */
export function policy(over: Partial<StreamPolicy> = {}): StreamPolicy {
  return {
    batchSize: 100,
    batchingWindow: 0,
    maximumBatchBytes: 6 * 1024 * 1024,
    bisectOnError: false,
    maximumRetryAttempts: -1,
    maximumRecordAge: -1,
    partialResponses: true,
    backoff: (failures) => 1000 * 2 ** (failures - 1),
    ...over,
  }
}

/** The place of a record in its test, read back from its event. */
export function numbers(batch: { readonly records: readonly StreamRecord[] }): unknown[] {
  return batch.records.map(({ event }) => event['n'])
}
