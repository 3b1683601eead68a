import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND, sweeperWorld } from './sweeper-world.js'

const dead = {
  obStatus: 'DEAD',
  obDiedAt: '2026-03-01T11:00:00.000Z#death',
  obDeaths: 2,
  obAttempts: 7,
  obFailedAt: '2026-02-28T11:00:00.000Z',
  obError: 'InvalidArgument: it: is bad',
}

describe('a notice that is owed', () => {
  it('is sent with all that the row knows, and then no more', async () => {
    const world = sweeperWorld()
    world.write('N', ['a1'], -HOUR, dead)
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/D')
    const [call] = world.sqs.commandCalls(SendMessageCommand)
    expect(JSON.parse(String(call?.args[0].input.MessageBody))).toMatchObject({
      errorCode: 'InvalidArgument',
      reason: 'InvalidArgument: it: is bad',
      attempts: 7,
      firstFailedAt: '2026-02-28T11:00:00.000Z',
      diedAt: '2026-03-01T11:00:00.000Z#death',
      deaths: 2,
      event: { eventId: 'a1', detail: { metadata: { eventId: 'a1' } } },
    })
    await world.sweep()
    expect(world.sqs.calls()).toHaveLength(1)
  })

  it('is left to the relay for as long as the relay may be sending it', async () => {
    const world = sweeperWorld()
    world.write('N', ['a1'], -59 * SECOND, dead)
    await world.sweep()
    expect([world.state('a1'), world.sqs.calls().length]).toEqual(['DEAD/N', 0])
    world.clock.advance(2 * SECOND)
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/D')
  })

  it('is sent while EventBridge is down, too', async () => {
    const world = sweeperWorld({}, { probe: () => ({ code: 'Down', message: 'Down' }) })
    world.write('N', ['a1'], -HOUR, dead)
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/D')
  })

  it('is not sent for a death that was undone, told or forgotten while the index lagged', async () => {
    const world = sweeperWorld()
    world.write('N', ['a1', 'a2', 'a3'], -HOUR, dead)
    world.index.stale = ['a1', 'a2', 'a3'].map((id) => ({
      key: { partition: 'OUTBOX#thing#a', sort: id },
      shard: String(world.row(id)['obShard']),
      due: String(world.row(id)['obDue']),
    }))
    Object.assign(world.row('a1'), { obStatus: 'PENDING', obShard: 'R#eu-west-1#00', obDue: '9' })
    Object.assign(world.row('a2'), { obShard: String(world.row('a2')['obShard']).replace('N', 'D') })
    world.store.items.delete('OUTBOX#thing#a\u0000a3')
    await world.sweep()
    expect(world.sqs.calls()).toHaveLength(0)
  })

  it.each([
    ['without the time of its death', { obDiedAt: undefined }],
    ['with a time of its death that is none', { obDiedAt: 'yesterday' }],
    [
      'with a time of its death that is huge',
      { obDiedAt: `2026-03-01T11:00:00.000Z#${'x'.repeat(300_000)}` },
    ],
    ['that is not dead', { obStatus: 'PENDING' }],
  ])('of a row %s cannot be sent: it is counted, not sent each minute', async (_, edit) => {
    const world = sweeperWorld()
    world.write('N', ['a1'], -HOUR, { ...dead, ...edit })
    world.write('N', ['a2'], -HOUR, dead)
    await world.sweep()
    expect(world.sqs.calls()).toHaveLength(1)
    expect(world.state('a2')).toBe('DEAD/D')
    expect(world.sink.counts).toMatchObject({ RecordsUnreadable: 1 })
  })
})

describe('an index that fails', () => {
  it('for one partition keeps no notice of the others', async () => {
    const world = sweeperWorld()
    const ids = [...'abcdefghijklmnopqrstuvwxyz'].map((name) => `${name}1`)
    for (const id of ids) world.write('N', [id], -HOUR, dead)
    const failing = world.row('a1')['obShard']
    world.index.onPage = ({ shard }) => {
      if (shard === failing) throw Object.assign(new Error('down'), { name: 'InternalServerError' })
    }
    await world.sweep()
    const ofOthers = ids.filter((id) => !String(world.row(id)['obShard']).endsWith(String(failing).slice(-3)))
    expect(new Set(ofOthers.map(world.state))).toEqual(new Set(['DEAD/D']))
    expect(world.state('a1')).toBe('DEAD/N')
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })
  })

  it('for all is asked three times, not once per partition', async () => {
    const world = sweeperWorld()
    world.index.maxAtOnce = 0
    world.write('N', ['a1'], -HOUR, dead)
    world.index.onPage = ({ shard }) => {
      if (shard.startsWith('N')) throw Object.assign(new Error('down'), { name: 'InternalServerError' })
    }
    await world.sweep()
    expect(world.index.asked.filter(({ shard }) => shard.startsWith('N')).length).toBeLessThan(8)
  })
})

describe('a queue that is down', () => {
  it('ends the slice after three pages; the notices stay owed and the rows stay dead', async () => {
    const world = sweeperWorld()
    const names = [...'abcdefghijklmnopqrstuvwxyz']
    for (const name of names) world.write('N', [`${name}1`], -HOUR, dead)
    world.sqs.on(SendMessageCommand).rejects(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }))
    await world.sweep()
    expect(world.sqs.calls().length).toBeLessThan(12)
    expect(new Set(names.map((name) => world.state(`${name}1`)))).toEqual(new Set(['DEAD/N']))
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })

    world.sqs.on(SendMessageCommand).resolves({})
    await world.sweep()
    expect(new Set(names.map((name) => world.state(`${name}1`)))).toEqual(new Set(['DEAD/D']))
  })

  it('and takes one of many does not keep the others', async () => {
    const world = sweeperWorld()
    const ids = [...'abcdefghijklmnopqrstuvwxyz'].map((name) => `${name}1`)
    for (const id of ids) world.write('N', [id], -HOUR, dead)
    world.sqs.on(SendMessageCommand).callsFake(({ MessageBody }: { MessageBody: string }) => {
      if (MessageBody.includes('"eventId": "a1"')) throw new Error('InvalidMessageContents')
      return {}
    })
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/N')
    expect(new Set(ids.slice(1).map(world.state))).toEqual(new Set(['DEAD/D']))
  })

  it('while an event dies: the row is dead, and the next sweep tells', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE, { obDetail: 'no JSON' })
    world.sqs.on(SendMessageCommand).rejects(new Error('down'))
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/N')
    world.sqs.on(SendMessageCommand).resolves({})
    world.clock.advance(2 * MINUTE)
    await world.sweep()
    expect(world.state('a1')).toBe('DEAD/D')
  })
})
