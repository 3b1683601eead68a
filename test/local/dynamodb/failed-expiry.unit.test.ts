import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import type { DynamoDbEngine } from '../../../lib/local/dynamodb/dynamodb-engine.js'
import { ExpirySweep } from '../../../lib/local/dynamodb/expiry-sweep.js'
import { TimeToLive } from '../../../lib/local/dynamodb/time-to-live.js'
import { WriteGate } from '../../../lib/local/dynamodb/write-gate.js'
import { type GatewayResponse, jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { type StreamWorld, streamWorld } from '../streams/stream-world.js'

interface Subject extends StreamWorld {
  readonly items: Map<string, unknown>
  /** Deletions of these partition keys fail, as often as the number says. */
  readonly failing: Map<string, number>
  /** Of each record of the stream the partition key, and who deleted. */
  readonly removed: () => readonly unknown[]
}

/** Three items that expired a minute ago. */
async function start(): Promise<Subject> {
  const world = await streamWorld()
  const { clock, environment, streams, engine } = world
  const expiresAt = { N: String(Math.floor(clock.now() / 1000) - 60) }
  const items = new Map(['a', 'b', 'c'].map((pk) => [pk, { pk: { S: pk }, sk: { S: '1' }, expiresAt }]))
  const failing = new Map<string, number>()
  const table: DynamoDbEngine = {
    shared: false,
    stop: async () => undefined,
    forward: async (headers, body): Promise<GatewayResponse> => {
      const input = JSON.parse(body.toString())
      if (String(headers['x-amz-target']).endsWith('.Scan'))
        return jsonResponse({ Items: [...items.values()] })
      const pk: string = input.Key.pk.S
      const left = failing.get(pk) ?? 0
      if (left > 0) {
        failing.set(pk, left - 1)
        throw new AwsError('InternalServerError', `${pk} cannot be deleted`, 500)
      }
      // Those that go through take longer than the one that fails.
      await turn()
      items.delete(pk)
      engine.write({ eventName: 'REMOVE', keys: input.Key, oldImage: input.Key })
      return jsonResponse({})
    },
  }
  const timeToLive = new TimeToLive(clock)
  const sweep = new ExpirySweep({
    engine: async () => table,
    streams,
    timeToLive,
    keysOf: () => ['pk', 'sk'],
    gate: new WriteGate(),
    clock,
    activity: environment.activity,
    spies: environment.spies,
    random: environment.random,
  })
  onTestFinished(() => sweep.stop())
  timeToLive.provision('orders', 'expiresAt')
  return {
    ...world,
    items,
    failing,
    removed: () =>
      world.stream.log
        .shards()
        .flatMap((shard) => shard.after(0n, 100))
        .map(({ record }) => [Object(record['dynamodb']).Keys.pk.S, Object(record['userIdentity']).Type])
        .sort(),
  }
}

it('tells of the deletions that went through by whom they were, although one failed', async () => {
  const { clock, failing, removed, write, recorder } = await start()
  failing.set('a', 1)
  await clock.advance('61m')
  // Whatever is left in the engine's stream comes now, as anybody's.
  await write()
  expect(removed()).toEqual([
    ['b', 'Service'],
    ['c', 'Service'],
  ])
  expect(recorder.warnings).toEqual([expect.stringContaining('a cannot be deleted')])
})

it('tries again what could not be deleted, also if nobody writes to the table', async () => {
  const { clock, failing, items, removed } = await start()
  failing.set('a', 2)
  await clock.advance('6h')
  expect([...items.keys()]).toEqual([])
  expect(removed()).toEqual(['a', 'b', 'c'].map((pk) => [pk, 'Service']))
})
