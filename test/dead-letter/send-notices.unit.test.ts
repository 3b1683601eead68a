import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { sendNotices } from '../../lib/dead-letter/send-notices.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { makeRow, outboxItem } from '../delivery/make-row.js'
import { MemoryStore } from '../relay/memory-store.js'
import { RecordingSink } from '../relay/recording-sink.js'
import { aDeath } from './a-death.js'

const DIED_AT = '2026-03-01T12:00:00.000Z#0badcafe'

function world(ids: readonly string[]) {
  const clock = new FakeClock()
  const store = new MemoryStore()
  const telemetry = new RecordingSink()
  const client = new SQSClient({ region: 'eu-west-1' })
  const sqs = mockClient(client)
  const deaths = ids.map((id) => {
    const row = makeRow({ aggregateId: 'a', id })
    const item = { ...outboxItem('a', id), obStatus: 'DEAD', obShard: `N${row.shard.slice(1)}` }
    store.put(row.key, { ...item, obDiedAt: DIED_AT })
    return aDeath({}, { row, diedAt: DIED_AT })
  })
  const send = (time = 10_000): Promise<number> =>
    sendNotices(deaths, {
      store,
      clock,
      random: () => 0.5,
      until: clock.now() + time,
      queue: new DeadLetterQueue({ client, queueUrl: 'https://queue' }),
      tableName: 'shop-table',
      telemetry,
    })
  const owners = (): string[] => deaths.map(({ row }) => String(store.get(row.key)?.['obShard']).slice(0, 1))
  return { clock, store, telemetry, sqs, send, owners }
}

const unavailable = Object.assign(new Error('down'), { name: 'ServiceUnavailable' })

describe('notices', () => {
  it('are sent, then the rows say so', async () => {
    const { sqs, store, send, owners } = world(['1', '2'])
    sqs.on(SendMessageCommand).callsFake(() => {
      expect(owners()).toEqual(['N', 'N'])
      return {}
    })
    await send()
    expect(owners()).toEqual(['D', 'D'])
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input.QueueUrl).toBe('https://queue')
    expect(store.applied.map(({ transition }) => transition)).toEqual(['noticeSent', 'noticeSent'])
  })

  it('stay owed while the queue is down; the others go', async () => {
    const { sqs, telemetry, send, owners } = world(['1', '2', '3'])
    sqs.on(SendMessageCommand).resolvesOnce({}).rejectsOnce(unavailable).resolves({})
    expect(await send()).toBe(2)
    expect(owners()).toEqual(['D', 'N', 'D'])
    expect(telemetry.counts).toEqual({ NoticesOwed: 1 })
    expect(telemetry.lines).toEqual([
      expect.objectContaining({ level: 'error', eventId: '2', errorCode: 'ServiceUnavailable' }),
    ])
  })

  it('stay owed when the time is over: a queue that hangs must not hold up the stream', async () => {
    const { clock, sqs, telemetry, send, owners } = world(
      Array.from({ length: 20 }, (_, index) => `${index}`),
    )
    sqs.on(SendMessageCommand).callsFake(() => {
      clock.advance(3_000)
      throw unavailable
    })
    await send(10_000)
    expect(sqs.commandCalls(SendMessageCommand).length).toBeLessThanOrEqual(5)
    expect(new Set(owners())).toEqual(new Set(['N']))
    expect(telemetry.counts).toEqual({ NoticesOwed: 20 })
  })

  it('of an earlier death do not settle a later one', async () => {
    const { sqs, store, send, owners } = world(['1'])
    sqs.on(SendMessageCommand).callsFake(() => {
      for (const item of store.items.values()) item['obDiedAt'] = '2026-03-01T13:00:00.000Z#1badcafe'
      return {}
    })
    await send()
    expect(owners()).toEqual(['N'])
  })

  it('that were sent but not written down are sent again by the sweeper: the row stays owed', async () => {
    const { sqs, store, send, owners } = world(['1'])
    sqs.on(SendMessageCommand).resolves({})
    store.fail(() => true)
    await send(1_000)
    expect(owners()).toEqual(['N'])
  })
})
