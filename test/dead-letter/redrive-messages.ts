import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { notice } from '../../lib/dead-letter/notice.js'
import type { PendingRow } from '../../lib/delivery/pending-row.js'
import { aDeath } from './a-death.js'

export const DIED_AT = '2026-03-01T12:00:00.000Z#0badcafe'

/** A message as Lambda gets it from the redrive queue. */
export function sqsRecord(body: string, more: Partial<SQSRecord> = {}): SQSRecord {
  return {
    messageId: 'message-1',
    receiptHandle: 'receipt',
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '1772366400000',
      SenderId: 'AROAEXAMPLE:alice',
      ApproximateFirstReceiveTimestamp: '1772366400000',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-west-1:111122223333:redrive-queue',
    awsRegion: 'eu-west-1',
    ...more,
  }
}

/** One message per body, named `message-1`, … */
export function sqsEvent(bodies: readonly string[]): SQSEvent {
  return { Records: bodies.map((body, index) => sqsRecord(body, { messageId: `message-${index + 1}` })) }
}

/** The notice of a row's death, as the console moves it: byte for byte. */
export function noticeOf(row: PendingRow, diedAt: string = DIED_AT, tableName = 'shop-table'): string {
  return notice(aDeath({}, { row, diedAt }), { tableName }).body
}

/** A row that died, as it is in the table. */
export function deadItem(
  item: Readonly<Record<string, string>>,
  owner: 'N' | 'D' = 'D',
): Record<string, unknown> {
  return {
    ...item,
    obStatus: 'DEAD',
    obShard: `${owner}${item['obShard']?.slice(1)}`,
    obDue: DIED_AT,
    obDiedAt: DIED_AT,
    obDeaths: 1,
    obAttempts: 3,
    obFailedAt: '2026-03-01T11:00:00.000Z',
    obError: 'MalformedDetail: Detail is malformed.',
  }
}
