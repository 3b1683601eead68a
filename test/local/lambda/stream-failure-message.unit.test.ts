import { describe, expect, it } from 'vitest'
import type { Batch } from '../../../lib/local/lambda/event-source-mapping/stream/batch.js'
import { failureMessage } from '../../../lib/local/lambda/event-source-mapping/stream/failure-message.js'
import { record, START } from './stream-fixture.js'

const CONTEXT = {
  condition: 'RetryAttemptsExhausted',
  functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:relay',
  streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026',
  shardId: 'shardId-00000000000000000001-00000000',
  now: START + 90_123,
} as const

const BATCH: Batch = {
  records: [record(9), record(10), record(11, { createdAt: START + 2000 })],
  retries: 2,
  exhausted: true,
  invocations: 3,
  failures: 3,
  notBefore: 0,
  last: { requestId: 'request-3', functionError: 'Unhandled' },
}

/** As it arrives: members without a value are not in it. */
const sent = (batch: Batch, over: Partial<Parameters<typeof failureMessage>[1]> = {}): unknown =>
  JSON.parse(JSON.stringify(failureMessage(batch, { ...CONTEXT, ...over })))

describe('the on-failure message', () => {
  it('has the documented shape: where the records are, not the records', () => {
    expect(sent(BATCH)).toEqual({
      requestContext: {
        requestId: 'request-3',
        functionArn: CONTEXT.functionArn,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 3,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-01-01T00:01:30.123Z',
      DDBStreamBatchInfo: {
        shardId: CONTEXT.shardId,
        startSequenceNumber: `9${'0'.repeat(20)}`,
        endSequenceNumber: `11${'0'.repeat(20)}`,
        approximateArrivalOfFirstRecord: '2026-01-01T00:00:00Z',
        approximateArrivalOfLastRecord: '2026-01-01T00:00:02Z',
        batchSize: 3,
        streamArn: CONTEXT.streamArn,
      },
    })
  })

  it('names no function error after a partial response', () => {
    expect(sent({ ...BATCH, last: { requestId: 'request-3' } })).toMatchObject({
      responseContext: { statusCode: 200, executedVersion: '$LATEST' },
    })
    expect(JSON.stringify(sent({ ...BATCH, last: { requestId: 'request-3' } }))).not.toContain(
      'functionError',
    )
  })

  it('has no response when the function was never invoked', () => {
    const { last: _last, ...never } = BATCH
    const message = sent({ ...never, invocations: 0 }, { condition: 'RecordAgeExceeded' })
    expect(message).toMatchObject({
      requestContext: { condition: 'RecordAgeExceeded', approximateInvokeCount: 0 },
    })
    expect(Object.keys(Object(message))).not.toContain('responseContext')
  })
})
