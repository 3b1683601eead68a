import { describe, expect, it } from 'vitest'
import type { StreamLog } from '../../../lib/local/streams/stream-log.js'
import { streamSettings } from '../../../lib/local/streams/stream-options.js'
import { collectGarbage } from '../collect-garbage.js'
import { insert, name, names, newLog } from './stream-fixture.js'

const HOUR = 60 * 60 * 1000
const orders = Array.from({ length: 200 }, (_, index) => `order-${index}`)

const shardOf = (log: StreamLog, pk: string): string =>
  log
    .shards()
    .filter((shard) => shard.after(0n, 10_000).some((record) => name(record).startsWith(`${pk}/`)))
    .map(({ shardId }) => shardId)
    .join()

describe('a stream', () => {
  it('has four shards, and every one gets some partition keys', () => {
    const { log } = newLog()
    log.append(orders.map((pk) => insert(pk)))
    expect(log.shards()).toHaveLength(4)
    for (const shard of log.shards()) {
      expect(shard.shardId).toMatch(/^shardId-\d{20}-[0-9a-f]{8}$/)
      expect(shard.size).toBeGreaterThan(20)
    }
  })

  it('keeps the items of a partition key together', () => {
    const { log } = newLog({ shards: 8 })
    log.append(orders.map((sk) => insert('one', sk)))
    expect(log.shards().filter(({ size }) => size > 0)).toHaveLength(1)
  })

  it('numbers records in order as numbers, not as text', () => {
    const { log } = newLog({ shards: 1 })
    log.append(orders.map((pk) => insert(pk)))
    const numbers = log
      .shards()
      .flatMap((shard) => shard.after(0n, 1000).map(({ sequenceNumber }) => sequenceNumber))
    expect([...numbers].sort((one, other) => (one < other ? -1 : 1))).toEqual(numbers)
    const texts = numbers.map(String)
    for (const text of texts) expect(text).toMatch(/^\d{21,40}$/)
    expect([...texts].sort()).not.toEqual(texts)
  })

  it('writes no record older than 24 hours ago', () => {
    const { log, clock } = newLog()
    log.append([insert('old')])
    clock.advance(23 * HOUR)
    log.append([insert('young')])
    expect(names(log).sort()).toEqual(['old/1', 'young/1'])
    clock.advance(HOUR + 1000)
    expect(names(log)).toEqual(['young/1'])
  })

  it('forgets them also if nobody reads', () => {
    const { log, clock } = newLog({ shards: 1 })
    const [shard] = log.shards()
    for (let day = 0; day < 5; day += 1) {
      log.append(orders.map((pk) => insert(pk)))
      clock.advance(25 * HOUR)
    }
    expect(shard?.size).toBe(200)
  })

  it('keeps nothing of a shard that is gone', async () => {
    const { log, clock } = newLog({ shards: 1 })
    const gone = new WeakRef(log.shards()[0] ?? {})
    log.append([insert('a')])
    log.split(undefined)
    clock.advance(25 * HOUR)
    log.append([insert('b')])
    await collectGarbage()
    expect(gone.deref()).toBeUndefined()
  })

  it('tells which shards have something new', () => {
    const { log } = newLog()
    const told: string[][] = []
    const stop = log.onRecords((shardIds) => told.push([...shardIds]))
    log.append([insert('a')])
    stop()
    log.append([insert('b')])
    expect(told).toEqual([[shardOf(log, 'a')]])
  })
})

describe('a split', () => {
  it('closes the parent; its keys go on in two children', () => {
    const { log } = newLog({ shards: 1 })
    const [parent] = log.shards()
    log.append(orders.map((pk) => insert(pk, 'before')))
    const children = log.split(parent?.shardId)
    log.append(orders.map((pk) => insert(pk, 'after')))
    expect(parent?.size).toBe(200)
    const open = log.shards().filter(({ closedAt }) => closedAt === undefined)
    expect(open.map(({ shardId }) => shardId)).toEqual(children)
    expect(open.map(({ parentShardId }) => parentShardId)).toEqual([parent?.shardId, parent?.shardId])
    for (const { size } of open) expect(size).toBeGreaterThan(50)
    expect(parent?.lastSequenceNumber).toBeLessThan(open[0]?.startingSequenceNumber ?? 0n)
  })

  it('happens by itself after about as many records as the option says', () => {
    const { log } = newLog({ recordsPerShard: 20 })
    for (const pk of orders) log.append([insert(pk)])
    const shards = log.shards()
    expect(shards.length).toBeGreaterThan(6)
    for (const { size } of shards) expect(size).toBeLessThanOrEqual(30)
    expect(names(log)).toHaveLength(200)
    expect(shards.filter(({ closedAt }) => closedAt === undefined).length).toBeLessThanOrEqual(16)
  })

  it('of a shard that is not open is an error that names those that are', () => {
    const { log } = newLog({ shards: 1 })
    const [parent] = log.shards()
    const children = log.split(parent?.shardId)
    expect(() => log.split(parent?.shardId)).toThrow(children.join(', '))
  })

  it('is forgotten with the records of the parent', () => {
    const { log, clock } = newLog({ shards: 1 })
    log.append([insert('a')])
    log.split(undefined)
    clock.advance(25 * HOUR)
    expect(log.shards().map(({ closedAt }) => closedAt)).toEqual([undefined, undefined])
  })
})

describe('late records of a transaction', () => {
  const transaction = orders.slice(0, 10).map((pk) => insert(pk))
  const places = [transaction.map((_, place) => place)]

  it('come once the others were read', () => {
    const { log } = newLog({ delayedTransactions: 1 })
    log.append(transaction, places)
    const first = names(log)
    expect(first.length).toBeLessThan(10)
    const told: string[] = []
    log.onRecords((shardIds) => told.push(...shardIds))
    for (const shard of log.shards()) log.read(shard, 0n, 1000)
    expect(names(log).sort()).toEqual(transaction.map(({ keys }) => `${Object(keys).pk.S}/1`).sort())
    expect(told.length).toBeGreaterThan(0)
  })

  it('come among the next records', () => {
    const { log } = newLog({ delayedTransactions: 1, shards: 1 })
    log.append(transaction, places)
    const others = orders.slice(100).map((pk) => insert(pk))
    const late = 10 - names(log).length
    log.append(others)
    const after = names(log).slice(10 - late)
    expect(after).toHaveLength(late + others.length)
    expect(after.slice(0, late)).not.toEqual(
      transaction.map(({ keys }) => `${Object(keys).pk.S}/1`).slice(-late),
    )
  })

  it('keep the order of their items', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { log } = newLog({ delayedTransactions: 0.5, shards: 1 }, seed)
      for (const version of ['1', '2', '3', '4']) {
        log.append(
          transaction.map((change) => ({ ...change, newImage: { ...change.keys, version: { S: version } } })),
          places,
        )
      }
      for (const shard of log.shards()) log.read(shard, 0n, 1000)
      const versions = new Map<string, string>()
      for (const record of log.shards().flatMap((shard) => shard.after(0n, 1000))) {
        const { version } = Object(record.record['dynamodb']).NewImage
        versions.set(name(record), (versions.get(name(record)) ?? '') + version.S)
      }
      expect(new Set(versions.values())).toEqual(new Set(['1234']))
    }
  })

  it('do not exist when the option is 0', () => {
    const { log } = newLog({ delayedTransactions: 0 })
    log.append(transaction, places)
    expect(names(log)).toHaveLength(10)
  })
})

it.each([
  [{ shards: 0 }, 'Expected `streams.shards` to be a whole number from 1 to 100, got `0` (number).'],
  [{ shards: 1.5 }, 'Expected `streams.shards` to be a whole number from 1 to 100, got `1.5` (number).'],
  [{ redelivery: 2 }, 'Expected `streams.redelivery` to be a number from 0 to 1, got `2` (number).'],
])('refuses the options %j', (options, message) => {
  expect(() => streamSettings(options)).toThrow(message)
})
