import { expect, it } from 'vitest'
import { tellRunningCloud } from '../../../lib/cli/local/running-cloud.js'
import { readRows } from '../../guarantees/read-rows.js'
import { untilSettled } from '../../guarantees/until-settled.js'
import { operateCloud } from './operate-cloud.js'
import { runHere } from './run-here.js'

// A table without a sort key: the event's id is the end of its partition key.
const fixture = await operateCloud({ keys: { partitionKey: 'id' } })
const { cloud, folder, write, writeBroken } = fixture
const local = `--local=${folder}`
await tellRunningCloud(folder, cloud)

it('lists, shows and redrives the events of a table without a sort key', async () => {
  const done = await write('done')
  const dead = await writeBroken('dead')
  await untilSettled(cloud, async () => {
    const shards = (await readRows(fixture)).map(({ obShard }) => String(obShard).slice(0, 2))
    return shards.includes('D#') && shards.includes('un')
  })
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await runHere([...args, local, '--json'])).out)

  expect(await json('list', '--status', 'dead')).toMatchObject({
    events: [{ eventId: dead.eventId, aggregateId: 'dead' }],
    more: false,
  })
  expect(await json('list', '--status', 'published', '--scan', '--max-rcu', '10')).toMatchObject({
    events: [{ eventId: done.eventId, aggregateId: 'done' }],
    complete: true,
  })
  expect(await runHere(['list', '--status', 'published', '--aggregate', 'Thing/done', local])).toMatchObject({
    code: 1,
    error: expect.stringContaining('has no sort key'),
  })
  expect(await json('show', dead.eventId)).toMatchObject({ status: 'DEAD', notice: 'inQueue' })
  expect(await json('show', done.eventId, '--aggregate', 'Thing/done')).toMatchObject({
    status: 'PUBLISHED',
    row: { partitionKey: `OUTBOX#Thing#done#${done.eventId}` },
  })
  cloud.faults.inject({ service: 'events', kind: 'unavailable' })
  expect(await json('redrive', dead.eventId, '--yes')).toMatchObject({ redriven: 1, noticesDeleted: 1 })
})
