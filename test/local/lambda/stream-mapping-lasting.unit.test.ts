import { describe, expect, it } from 'vitest'
import { mappingSettings } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'
import { StreamMapping } from '../../../lib/local/lambda/event-source-mapping/stream/stream-mapping.js'
import type { StreamOptions } from '../../../lib/local/streams/stream-options.js'
import { mappingWorld } from './mapping-world.js'

/** One shard, split by the test alone. */
const ONE: StreamOptions = { shards: 1, recordsPerShard: 0, delayedTransactions: 0 }

describe('a mapping that was disabled until the shard that it had read was gone', () => {
  it('goes on with the children', async () => {
    const { world, managed, write, setEnabled, invocations, advance } = await mappingWorld({ streams: ONE })
    await setEnabled(true)
    await write('order', '1')
    await advance('1s')
    await setEnabled(false)
    world.stream.log.split(undefined)
    await advance('25h')
    await write('order', '2')
    await setEnabled(true)
    await write('order', '3')
    await advance('1m')
    expect(invocations).toEqual([['1'], ['2'], ['3']])
    expect(managed.lastProcessingResult).toBe('OK')
    expect(world.recorder.warnings).toEqual([])
  })

  it('still tells of the records that it had read and not delivered', async () => {
    const { world, ends, write, setEnabled, advance, givenUp, invocations } = await mappingWorld({
      streams: ONE,
    })
    await write('order', '1')
    ends(...Array.from({ length: 1000 }, () => 'throw' as const))
    await setEnabled(true)
    await setEnabled(false)
    ends()
    world.stream.log.split(undefined)
    await advance('25h')
    await setEnabled(true)
    await write('order', '2')
    await advance('1m')
    expect(await givenUp()).toMatchObject([{ requestContext: { condition: 'RecordAgeExceeded' } }])
    expect(invocations.at(-1)).toEqual(['2'])
  })

  it('is told that the stream is gone only when it is', async () => {
    const { world, managed, write, setEnabled, advance } = await mappingWorld({ streams: ONE })
    await setEnabled(true)
    await write('order', '1')
    await advance('1s')
    await setEnabled(false)
    world.stream.disable(world.clock.now())
    await advance('25h')
    await setEnabled(true)
    await advance('1m')
    expect(managed.lastProcessingResult).toContain('PROBLEM: Stream not found')
  })
})

it('remembers no shard that is gone', async () => {
  const { world, properties, environment, write, advance, invocations } = await mappingWorld({ streams: ONE })
  const settings = mappingSettings(properties)
  if (settings.source.kind !== 'stream') throw new Error('not on a stream')
  const mapping = new StreamMapping(settings, settings.source, environment)
  mapping.enable()
  for (let day = 0; day < 10; day += 1) {
    await write('order', String(day))
    world.stream.log.split(undefined, 1)
    await advance('25h')
  }
  expect(invocations).toHaveLength(10)
  expect(mapping.checkpoint()?.finished.size).toBeLessThanOrEqual(2)
  await mapping.disable()
})
