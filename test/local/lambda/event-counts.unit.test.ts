import { describe, expect, it } from 'vitest'
import type { MetricDatum } from '../../../lib/local/spy-log.js'
import type { StreamOptions } from '../../../lib/local/streams/stream-options.js'
import { mappingWorld } from './mapping-world.js'
import type { Ending, MappingSetup } from './stream-mapping-contract.js'

const ONE: StreamOptions = { shards: 1, recordsPerShard: 0, delayedTransactions: 0 }
const COUNTED = { MetricsConfig: { Metrics: ['EventCount'] } }
const PARTIAL = { FunctionResponseTypes: ['ReportBatchItemFailures'] }
const four = ['1', '2', '3', '4']

/** Sums of the metrics that have the mapping's dimension, by name; those that are 0 are left out. */
function sums(metrics: readonly MetricDatum[], uuid: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { namespace, name, value, dimensions } of metrics) {
    if (namespace !== 'AWS/Lambda' || dimensions['EventSourceMappingUUID'] !== uuid || value === 0) continue
    found[name] = (found[name] ?? 0) + value
  }
  return found
}

/** What four records in one batch add to. */
async function counts(
  mapping: MappingSetup['mapping'],
  ...endings: readonly Ending[]
): Promise<Readonly<Record<string, number>>> {
  const { managed, metrics, write, setEnabled, ends, advance } = await mappingWorld({ mapping, streams: ONE })
  for (const sk of four) await write('order', sk)
  ends(...endings)
  await setEnabled(true)
  await advance('10m')
  return sums(metrics, managed.settings.uuid)
}

describe('the metrics of a stream mapping that asks for EventCount', () => {
  it('count what is read and what is invoked with', async () => {
    expect(await counts(COUNTED)).toEqual({ PolledEventCount: 4, InvokedEventCount: 4 })
  })

  it('count what the filters leave out', async () => {
    const Pattern = JSON.stringify({ dynamodb: { Keys: { sk: { S: ['1', '2', '3'] } } } })
    expect(await counts({ ...COUNTED, FilterCriteria: { Filters: [{ Pattern }] } })).toEqual({
      PolledEventCount: 4,
      FilteredOutEventCount: 1,
      InvokedEventCount: 3,
    })
  })

  it('count a failure at every attempt, and what is told to the destination', async () => {
    expect(await counts({ ...COUNTED, MaximumRetryAttempts: 1 }, 'throw', 'throw')).toEqual({
      PolledEventCount: 4,
      InvokedEventCount: 8,
      FailedInvokeEventCount: 8,
      OnFailureDestinationDeliveredEventCount: 4,
    })
  })

  it('count what is dropped without a destination', async () => {
    const mapping = { ...COUNTED, MaximumRetryAttempts: 0, DestinationConfig: {} }
    expect(await counts(mapping, 'throw')).toEqual({
      PolledEventCount: 4,
      InvokedEventCount: 4,
      FailedInvokeEventCount: 4,
      DroppedEventCount: 4,
    })
  })

  it('count the failed part of a batch', async () => {
    expect(await counts({ ...COUNTED, ...PARTIAL }, { failed: ['3'] })).toEqual({
      PolledEventCount: 4,
      InvokedEventCount: 6,
      FailedInvokeEventCount: 2,
    })
  })

  it('begin when an update asks for them', async () => {
    const { managed, metrics, write, setEnabled, update } = await mappingWorld({ streams: ONE })
    await setEnabled(true)
    await write('order', '1')
    await update(COUNTED)
    await write('order', '2')
    await update({})
    expect(sums(metrics, managed.settings.uuid)).toMatchObject({ PolledEventCount: 1, InvokedEventCount: 1 })
  })
})

it('there are none of a mapping that does not ask', async () => {
  expect(await counts({})).toEqual({})
})
