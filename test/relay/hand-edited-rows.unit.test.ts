import { describe, expect, it } from 'vitest'
import { keyText } from '../../lib/store/row-key.js'
import { ACCEPTED, each } from '../delivery/scripted-destination.js'
import { keyOf, NONE, relayWorld } from './relay-world.js'

const noticed = (world: ReturnType<typeof relayWorld>): boolean =>
  Object.keys(world.sink.counts).length > 0 || world.sink.lines.length > 0

describe('a row that is neither PUBLISHED nor DEAD after its batch is at least noticed', () => {
  it.each([
    ['no status at all', { obStatus: undefined }],
    ['a status that there is not', { obStatus: 'pending' }],
    ['an unknown owner', { obShard: 'X#eu-west-1#01' }],
    ['no shard', { obShard: undefined }],
  ])('%s', async (_, edit) => {
    const world = relayWorld()
    const records = world.write(['a1'])
    const row = world.store.items.get(keyText(keyOf('a1'))) ?? {}
    Object.assign(row, edit)
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual([])
    expect(noticed(world)).toBe(true)
  })
})

describe('a row with the sweeper whose fence somebody edited', () => {
  it.each([['the last time that a Date can hold', '+275760-09-13T00:00:00.000Z#x']])(
    '%s: the batch is settled',
    async (_, due) => {
      const world = relayWorld({ script: { answer: each(() => ACCEPTED) } })
      const records = world.write(['a1', 'a2', 'b1'])
      const row = world.store.items.get(keyText(keyOf('a1'))) ?? {}
      Object.assign(row, { obShard: String(row['obShard']).replace('P', 'R'), obDue: due })
      expect(await world.handle(records)).toEqual(NONE)
      expect(world.state('b1')).toBe('PUBLISHED/-')
      expect(world.state('a2')).toBe('PENDING/R')
    },
  )
})
