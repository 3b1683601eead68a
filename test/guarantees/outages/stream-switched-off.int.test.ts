import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { arrivalDelay } from './arrival-delay.js'
import { CALM } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { RelayMapping } from './relay-mapping.js'
import { addToRoles } from './role-statements.js'
import { startWatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const INTERVAL = 5 * MINUTE
const RECORD_AGE = 10 * MINUTE
const GRACE = RECORD_AGE + 15 * MINUTE

vi.setConfig({ testTimeout: 240_000 })

// Of what is written while the stream is off there is no record, nor will be. The mapping is there and enabled, so the
// sweeper waits for the whole grace. Never do two workers hold an event, so there is no reason for a duplicate.
it('the stream is switched off and on, and gets a new mapping: the sweeper delivers what has no record', async () => {
  const fixture = await startWatchedCloud({
    props: () => ({
      relay: { maxRecordAge: Duration.millis(RECORD_AGE) },
      sweeper: { interval: Duration.millis(INTERVAL) },
    }),
    local: { streams: { shards: 2 } },
  })
  const { cloud, tableName: TableName, writer, watch, relay, sweeper } = fixture
  const mapping = new RelayMapping(fixture)
  const dynamodb = new DynamoDBClient(cloud.clientConfig)
  const switchStream = async (StreamEnabled: boolean): Promise<string> => {
    const StreamSpecification = StreamEnabled
      ? { StreamEnabled, StreamViewType: 'NEW_IMAGE' as const }
      : { StreamEnabled }
    await dynamodb.send(new UpdateTableCommand({ TableName, StreamSpecification }))
    const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName }))
    return table?.LatestStreamArn ?? ''
  }
  await writer.keepWriting(CALM, MINUTE)

  const oldStream = await switchStream(false)
  const before = writer.written.length
  await writer.keepWriting(CALM, 2 * MINUTE)
  const unrecorded = writer.written.slice(before).map(({ eventId }) => eventId)
  await cloud.clock.advance(GRACE + INTERVAL)
  for (const eventId of unrecorded) {
    expect(watch.sentBy(sweeper)).toContain(eventId)
    expect(arrivalDelay(fixture, eventId)).toBeLessThan(GRACE + INTERVAL + 30 * SECOND)
  }

  const EventSourceArn = await switchStream(true)
  expect(EventSourceArn).not.toBe(oldStream)
  // Written before anybody reads it: from TRIM_HORIZON on, the new mapping does.
  await writer.keepWriting(CALM, MINUTE)
  await mapping.delete()
  // The deployment that makes the new mapping lets the relay read the new stream.
  addToRoles(fixture, { Effect: 'Allow', Action: 'dynamodb:*', Resource: EventSourceArn })
  await mapping.create({ EventSourceArn })
  await mapping.tellSweeper()
  await writer.keepWriting(CALM, MINUTE)
  await expectSettled(fixture)
  const recorded = writer.written.map(({ eventId }) => eventId).filter((id) => !unrecorded.includes(id))
  expect([...watch.sentBy(relay)].sort()).toEqual(recorded.sort())
  dynamodb.destroy()
})
