import { setImmediate as turn } from 'node:timers/promises'
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import { Lane } from '../../../lib/local/lambda/event-source-mapping/stream/lane.js'
import {
  type Attempt,
  LaneDriver,
} from '../../../lib/local/lambda/event-source-mapping/stream/lane-driver.js'
import { ShardPoller } from '../../../lib/local/lambda/event-source-mapping/stream/shard-poller.js'
import { ShardReader } from '../../../lib/local/lambda/event-source-mapping/stream/shard-reader.js'
import { ManualClock } from './manual-clock.js'
import { policy, record, START } from './stream-fixture.js'

const client = new DynamoDBStreamsClient({ region: 'eu-west-1' })
const stream = mockClient(client)
const undone = [record(1)]

let isClosed: boolean
let finished: number

beforeEach(() => {
  isClosed = false
  finished = 0
  stream.reset()
  stream.on(GetShardIteratorCommand).resolves({ ShardIterator: 'iterator' })
  stream.on(GetRecordsCommand).callsFake(() => ({
    Records: [],
    ...(isClosed ? {} : { NextShardIterator: 'iterator' }),
  }))
})

/** Polls a shard without records, by lanes that invoke as given. */
function poller(...invocations: readonly (() => Promise<Attempt>)[]): {
  readonly subject: ShardPoller
  readonly lanes: readonly LaneDriver[]
} {
  const clock = new ManualClock(START)
  const discard = async (): Promise<void> => undefined
  const lanes = invocations.map((invoke) => new LaneDriver(new Lane(policy()), { invoke, discard }, clock))
  const subject = new ShardPoller({
    reader: new ShardReader(client, 'arn', 'shard', undefined),
    lanes,
    eventSourceArn: 'arn',
    passes: () => true,
    clock,
    onRead: () => undefined,
    onProblem: async () => 'try-again',
    onFinished: () => {
      finished += 1
    },
  })
  return { subject, lanes }
}

const breaks = (): Promise<Attempt> => Promise.reject(new Error('the lane is broken'))

it.each([false, true])('ends with the error of a lane that breaks (shard closed: %s)', async (closed) => {
  isClosed = closed
  const { subject, lanes } = poller(breaks)
  for (const lane of lanes) lane.offer(undone)
  await expect(subject.run(new AbortController().signal)).rejects.toThrow('the lane is broken')
  expect(finished).toBe(0)
})

it('waits for the invocations of the other lanes before it ends with the error', async () => {
  let end = (_: Attempt): void => undefined
  const slow = (): Promise<Attempt> =>
    new Promise((resolve) => {
      end = resolve
    })
  const { subject, lanes } = poller(breaks, slow)
  for (const lane of lanes) lane.offer(undone)
  let isSettled = false
  const ran = subject.run(new AbortController().signal).finally(() => {
    isSettled = true
  })
  ran.catch(() => undefined)
  await turn()
  expect(isSettled).toBe(false)
  end({ kind: 'invoked', outcome: { kind: 'success' }, last: { requestId: 'request' } })
  await expect(ran).rejects.toThrow('the lane is broken')
})
