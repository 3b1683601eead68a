import { describe, expect, it } from 'vitest'
import type { StreamOptions } from '../../../lib/local/streams/stream-options.js'

type Json = Readonly<Record<string, unknown>>

/** How an invocation ends. */
export type Ending =
  | 'success'
  | 'throw'
  | 'time-out'
  /** A partial response that names the records with these sort keys. */
  | { readonly failed: readonly string[] }
  /** Answered as it is. */
  | { readonly answer: unknown }

export interface MappingSetup {
  /** Properties of the mapping; it begins at TRIM_HORIZON and is not enabled yet, unless they say otherwise. */
  readonly mapping?: Json
  readonly streams?: StreamOptions
}

/** A mapping on the stream of a table, with a function whose invocations end as the test says. */
export interface MappingSubject {
  readonly write: (
    pk: string,
    sk: string,
    attributes?: Readonly<Record<string, { S: string }>>,
  ) => Promise<void>
  /** Resolves once the mapping is enabled, or disabled, and what then happens has happened. */
  readonly setEnabled: (enabled: boolean) => Promise<void>
  /** Members of UpdateEventSourceMapping; resolves once the change is made. */
  readonly update: (members: Json) => Promise<void>
  readonly advance: (duration: string) => Promise<void>
  /** The next invocations end like this, all later ones succeed. */
  readonly ends: (...endings: readonly Ending[]) => void
  /** From now on, or no longer, Lambda refuses to invoke the function. */
  readonly throttle: (throttled: boolean) => Promise<void>
  /** For each invocation the sort keys of its records. */
  readonly invocations: readonly (readonly string[])[]
  /** The messages in the on-failure queue. */
  readonly givenUp: () => Promise<readonly Json[]>
}

export type MappingFactory = (setup: MappingSetup) => Promise<MappingSubject>

const PARTIAL = { FunctionResponseTypes: ['ReportBatchItemFailures'] }
const four = ['1', '2', '3', '4']

/** One shard: nothing is delivered side by side. */
const ONE: StreamOptions = { shards: 1, recordsPerShard: 0, delayedTransactions: 0 }

/** The documented rules of an event source mapping on a stream, as tests of whatever the factory makes. */
export function streamMappingContract(name: string, start: MappingFactory): void {
  /** Four records of one partition key, which come in one batch. */
  async function withFour(mapping: Json, ...endings: readonly Ending[]): Promise<MappingSubject> {
    const subject = await start({ mapping, streams: ONE })
    for (const sk of four) await subject.write('order', sk)
    subject.ends(...endings)
    await subject.setEnabled(true)
    return subject
  }

  describe(`${name}: batches`, () => {
    it('have 100 records at most, unless the mapping says otherwise', async () => {
      const subject = await start({ streams: ONE })
      for (let n = 0; n < 120; n += 1) await subject.write('order', String(n))
      await subject.setEnabled(true)
      expect(subject.invocations.map(({ length }) => length)).toEqual([100, 20])
      await subject.update({ BatchSize: 50 })
      await subject.setEnabled(false)
      for (let n = 0; n < 60; n += 1) await subject.write('order', `more ${n}`)
      await subject.setEnabled(true)
      expect(subject.invocations.slice(2).map(({ length }) => length)).toEqual([50, 10])
    })

    it('wait for their window, unless they are full', async () => {
      const subject = await start({
        mapping: { MaximumBatchingWindowInSeconds: 60, BatchSize: 3 },
        streams: ONE,
      })
      await subject.setEnabled(true)
      await subject.write('order', '1')
      await subject.write('order', '2')
      await subject.advance('30s')
      expect(subject.invocations).toEqual([])
      await subject.advance('40s')
      expect(subject.invocations).toEqual([['1', '2']])
      for (const sk of ['3', '4', '5']) await subject.write('order', sk)
      await subject.advance('1s')
      expect(subject.invocations[1]).toEqual(['3', '4', '5'])
    })

    it('have 6 MB at most', async () => {
      const subject = await start({ streams: ONE })
      for (let n = 0; n < 18; n += 1)
        await subject.write('order', String(n), { data: { S: 'x'.repeat(380_000) } })
      await subject.setEnabled(true)
      expect(subject.invocations.length).toBeGreaterThan(1)
      expect(subject.invocations.flat()).toHaveLength(18)
      for (const { length } of subject.invocations) expect(length).toBeLessThanOrEqual(16)
    }, 60_000)

    it('above a parallelization factor of 1 keep the order of each item only', async () => {
      const subject = await start({ mapping: { ParallelizationFactor: 4, BatchSize: 1 }, streams: ONE })
      const made: string[] = []
      for (const version of ['a', 'b', 'c']) {
        for (const sk of four) {
          await subject.write('order', sk, { version: { S: version } })
          made.push(sk)
        }
      }
      await subject.setEnabled(true)
      const seen = subject.invocations.flat()
      expect([...seen].sort()).toEqual([...made].sort())
      expect(subject.invocations).toHaveLength(12)
    })

    it('leave out what no filter lets through, which is done', async () => {
      const Pattern = JSON.stringify({ dynamodb: { NewImage: { kind: { S: ['wanted'] } } } })
      const subject = await start({ mapping: { FilterCriteria: { Filters: [{ Pattern }] } }, streams: ONE })
      await subject.write('order', '1', { kind: { S: 'other' } })
      await subject.write('order', '2', { kind: { S: 'wanted' } })
      await subject.setEnabled(true)
      await subject.write('order', '3', { kind: { S: 'other' } })
      await subject.advance('1m')
      expect(subject.invocations).toEqual([['2']])
    })
  })

  describe(`${name}: an answer`, () => {
    it('that names several records is a checkpoint at the lowest of them', async () => {
      const subject = await withFour(PARTIAL, { failed: ['3', '2'] })
      await subject.advance('1m')
      expect(subject.invocations).toEqual([four, ['2', '3', '4']])
    })

    it.each([
      ['null', null],
      ['an empty object', {}],
      ['an empty list', { batchItemFailures: [] }],
      ['no list', { batchItemFailures: null }],
    ])('of %s is a complete success', async (_what, answer) => {
      const subject = await withFour(PARTIAL, { answer })
      await subject.advance('1h')
      expect(subject.invocations).toEqual([four])
    })

    it.each([
      ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }],
      ['no identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
      ['another key', { batchItemFailures: [{ itemId: '1' }] }],
      ['an identifier of no record', { batchItemFailures: [{ itemIdentifier: '1'.repeat(25) }] }],
    ])('with %s is a complete failure', async (_what, answer) => {
      const subject = await withFour(PARTIAL, { answer })
      await subject.advance('1m')
      expect(subject.invocations).toEqual([four, four])
    })

    it('is ignored without ReportBatchItemFailures', async () => {
      const subject = await withFour({}, { failed: ['1'] })
      await subject.advance('1h')
      expect(subject.invocations).toEqual([four])
    })
  })

  describe(`${name}: a failure`, () => {
    it.each(['throw', 'time-out'] as const)('by a %s repeats the whole batch', async (ending) => {
      const subject = await withFour({}, ending)
      await subject.advance('5m')
      expect(subject.invocations).toEqual([four, four])
    })

    it('uses up retries; then the batch is given up, and the queue is told where it is', async () => {
      const subject = await withFour({ MaximumRetryAttempts: 2 }, 'throw', 'throw', 'throw')
      await subject.advance('5m')
      expect(subject.invocations).toEqual([four, four, four])
      const [message, ...others] = await subject.givenUp()
      expect(others).toEqual([])
      expect(message).toMatchObject({
        version: '1.0',
        requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        DDBStreamBatchInfo: {
          shardId: expect.stringMatching(/^shardId-/),
          startSequenceNumber: expect.stringMatching(/^\d{21,40}$/),
          endSequenceNumber: expect.stringMatching(/^\d{21,40}$/),
          batchSize: 4,
          streamArn: expect.stringContaining(':table/'),
        },
      })
      expect(JSON.stringify(message)).not.toContain('NewImage')
    })

    it('with bisecting splits the batch, which uses no retry', async () => {
      const mapping = { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0 }
      const subject = await withFour(mapping, 'throw', 'throw', 'throw')
      await subject.advance('5m')
      expect(subject.invocations).toEqual([four, ['1', '2'], ['1'], ['2'], ['3', '4']])
      expect(await subject.givenUp()).toMatchObject([{ DDBStreamBatchInfo: { batchSize: 1 } }])
    })

    it('in part, with bisecting, splits at the number that was reported', async () => {
      const mapping = { ...PARTIAL, BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0 }
      const subject = await withFour(mapping, { failed: ['3'] })
      await subject.advance('5m')
      expect(subject.invocations).toEqual([four, ['3', '4']])
      expect(await subject.givenUp()).toEqual([])
    })

    it('lasts until the records are too old', async () => {
      const subject = await withFour(
        { MaximumRecordAgeInSeconds: 60 },
        ...Array.from({ length: 200 }, () => 'throw' as const),
      )
      await subject.advance('5m')
      // Ages count in whole seconds: the four are given up together, or as they were written in two.
      const givenUp = await subject.givenUp()
      expect(givenUp.length).toBeGreaterThan(0)
      for (const message of givenUp)
        expect(message).toMatchObject({ requestContext: { condition: 'RecordAgeExceeded' } })
      subject.ends()
      await subject.write('order', '5')
      await subject.advance('1s')
      expect(subject.invocations.at(-1)).toEqual(['5'])
    })

    it('of Lambda to invoke uses no retry', async () => {
      const subject = await start({ mapping: { MaximumRetryAttempts: 0 }, streams: ONE })
      await subject.throttle(true)
      for (const sk of four) await subject.write('order', sk)
      await subject.setEnabled(true)
      await subject.advance('10m')
      expect(subject.invocations).toEqual([])
      await subject.throttle(false)
      await subject.advance('1m')
      expect(subject.invocations).toEqual([four])
      expect(await subject.givenUp()).toEqual([])
    })

    it('holds up nothing of another shard', async () => {
      const subject = await start({
        mapping: { BatchSize: 1 },
        streams: { recordsPerShard: 0, delayedTransactions: 0 },
      })
      await subject.setEnabled(true)
      subject.ends(...Array.from({ length: 10 }, () => 'throw' as const))
      await subject.write('stuck', 'stuck')
      for (let n = 0; n < 12; n += 1) await subject.write(`order ${n}`, `free ${n}`)
      await subject.advance('1s')
      expect(new Set(subject.invocations.flat()).size).toBeGreaterThan(1)
      await subject.advance('10m')
      expect(new Set(subject.invocations.flat()).size).toBe(13)
    })
  })

  describe(`${name}: the mapping`, () => {
    it('goes on where it was when it is enabled again', async () => {
      const subject = await start({ streams: ONE })
      await subject.setEnabled(true)
      await subject.write('order', '1')
      await subject.advance('1s')
      await subject.setEnabled(false)
      await subject.write('order', '2')
      await subject.advance('1h')
      expect(subject.invocations).toEqual([['1']])
      await subject.setEnabled(true)
      expect(subject.invocations).toEqual([['1'], ['2']])
    })

    it('that is disabled for more than 24 hours has lost records', async () => {
      const subject = await start({ streams: ONE })
      await subject.setEnabled(true)
      await subject.setEnabled(false)
      await subject.write('order', 'lost')
      await subject.advance('25h')
      await subject.write('order', 'kept')
      await subject.setEnabled(true)
      expect(subject.invocations).toEqual([['kept']])
    })

    it('from LATEST misses what was written before it was enabled, and nothing after an idle day', async () => {
      const subject = await start({ mapping: { StartingPosition: 'LATEST' }, streams: ONE })
      await subject.write('order', 'before')
      await subject.setEnabled(true)
      await subject.advance('20h')
      await subject.write('order', 'after')
      await subject.advance('1s')
      expect(subject.invocations).toEqual([['after']])
    })

    it('with other settings goes on from its checkpoint', async () => {
      const throws = Array.from({ length: 100 }, () => 'throw' as const)
      const subject = await withFour(PARTIAL, { failed: ['3'] }, ...throws)
      await subject.update({ BatchSize: 1 })
      subject.ends()
      await subject.advance('5m')
      expect(subject.invocations.slice(-2)).toEqual([['3'], ['4']])
      expect(subject.invocations.flat().filter((sk) => sk === '1')).toHaveLength(1)
    })

    it('delivers a share of its batches twice when told to', async () => {
      const subject = await start({ streams: { ...ONE, redelivery: 1 } })
      await subject.setEnabled(true)
      await subject.write('order', '1')
      await subject.advance('1s')
      expect(subject.invocations).toEqual([['1'], ['1']])
    })
  })
}
