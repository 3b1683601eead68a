import { describe, expect, it } from 'vitest'
import { mappingSettings } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'

const STREAM = {
  EventSourceArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026',
  FunctionName: 'relay',
  StartingPosition: 'TRIM_HORIZON',
}
const QUEUE = { EventSourceArn: 'arn:aws:sqs:eu-west-1:123456789012:orders', FunctionName: 'shipping' }
const FIFO = { ...QUEUE, EventSourceArn: `${QUEUE.EventSourceArn}.fifo` }
const filters = (...patterns: readonly unknown[]): unknown => ({
  Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })),
})

describe('defaults', () => {
  it("are Lambda's for a stream", () => {
    expect(mappingSettings(STREAM)).toMatchObject({
      enabled: true,
      batchSize: 100,
      batchingWindowSeconds: 0,
      filters: [],
      reportBatchItemFailures: false,
      source: {
        kind: 'stream',
        startingPosition: 'TRIM_HORIZON',
        parallelizationFactor: 1,
        bisectOnError: false,
        maximumRetryAttempts: -1,
        maximumRecordAgeSeconds: -1,
      },
    })
  })

  it("are Lambda's for a queue", () => {
    expect(mappingSettings(QUEUE)).toMatchObject({
      enabled: true,
      batchSize: 10,
      batchingWindowSeconds: 0,
      source: { kind: 'queue', fifo: false },
    })
    expect(mappingSettings(FIFO).source).toMatchObject({ kind: 'queue', fifo: true })
  })
})

it('takes numbers and booleans as text, as CloudFormation does', () => {
  const settings = mappingSettings({
    ...STREAM,
    Enabled: 'false',
    BatchSize: '25',
    BisectBatchOnFunctionError: 'true',
    MaximumRetryAttempts: '-1',
  })
  expect(settings).toMatchObject({
    enabled: false,
    batchSize: 25,
    source: { bisectOnError: true, maximumRetryAttempts: -1 },
  })
})

describe('a stream mapping at its bounds', () => {
  it.each([
    ['BatchSize', 10_000],
    ['MaximumBatchingWindowInSeconds', 300],
    ['ParallelizationFactor', 10],
    ['MaximumRetryAttempts', 0],
    ['MaximumRetryAttempts', 10_000],
    ['MaximumRecordAgeInSeconds', 60],
    ['MaximumRecordAgeInSeconds', 604_800],
    ['MaximumRecordAgeInSeconds', -1],
  ])('takes %s %i', (name, value) => {
    expect(() => mappingSettings({ ...STREAM, [name]: value })).not.toThrow()
  })

  it('needs no window for a large batch', () => {
    expect(mappingSettings({ ...STREAM, BatchSize: 1000 }).batchSize).toBe(1000)
  })
})

describe('what Lambda refuses', () => {
  it.each([
    ['BatchSize', 0],
    ['BatchSize', 10_001],
    ['BatchSize', 1.5],
    ['MaximumBatchingWindowInSeconds', 301],
    ['ParallelizationFactor', 11],
    ['MaximumRetryAttempts', -2],
    ['MaximumRetryAttempts', 10_001],
    ['MaximumRecordAgeInSeconds', 59],
    ['MaximumRecordAgeInSeconds', 604_801],
    ['StartingPosition', undefined],
    ['StartingPosition', 'AT_TIMESTAMP'],
    ['FunctionName', ''],
    ['Enabled', 'yes'],
  ])('of a stream: %s %s', (name, value) => {
    expect(() => mappingSettings({ ...STREAM, [name]: value })).toThrow(
      expect.objectContaining({
        code: 'InvalidParameterValueException',
        message: expect.stringContaining(`\`${name}\``),
      }),
    )
  })

  it.each([
    [
      'a large batch without a window',
      { ...QUEUE, BatchSize: 11 },
      'Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10',
    ],
    ['a large batch of a FIFO queue', { ...FIFO, BatchSize: 11 }, '10'],
    [
      'a window of a FIFO queue',
      { ...FIFO, MaximumBatchingWindowInSeconds: 1 },
      'Batching window is not supported for FIFO queues',
    ],
    ['one poller', { ...QUEUE, ScalingConfig: { MaximumConcurrency: 1 } }, 'MaximumConcurrency'],
    ['another source', { ...QUEUE, EventSourceArn: 'arn:aws:kinesis:eu-west-1:1:stream/a' }, 'kinesis'],
  ])('of a queue: %s', (_name, properties, message) => {
    expect(() => mappingSettings(properties)).toThrow(
      expect.objectContaining({
        code: 'InvalidParameterValueException',
        message: expect.stringContaining(message),
      }),
    )
  })

  it('takes a large batch of a standard queue with a window', () => {
    const settings = mappingSettings({ ...QUEUE, BatchSize: 10_000, MaximumBatchingWindowInSeconds: 1 })
    expect(settings).toMatchObject({ batchSize: 10_000, batchingWindowSeconds: 1 })
  })

  it('an on-failure destination that is no queue', () => {
    const Destination = 'arn:aws:sns:eu-west-1:123456789012:failures'
    expect(() => mappingSettings({ ...STREAM, DestinationConfig: { OnFailure: { Destination } } })).toThrow(
      Destination,
    )
  })
})

describe('filters', () => {
  const inserts = { eventName: ['INSERT'] }

  it('are up to five', () => {
    const FilterCriteria = filters(inserts, inserts, inserts, inserts, inserts)
    expect(mappingSettings({ ...STREAM, FilterCriteria }).filters).toHaveLength(5)
    expect(() =>
      mappingSettings({ ...STREAM, FilterCriteria: filters(...Array.from({ length: 6 }, () => inserts)) }),
    ).toThrow('Invalid filter pattern definition')
  })

  it('have up to 4,096 characters', () => {
    const named = (length: number): unknown => ({
      eventName: ['x'.repeat(length - '{"eventName":[""]}'.length)],
    })
    expect(mappingSettings({ ...STREAM, FilterCriteria: filters(named(4096)) }).filters).toHaveLength(1)
    expect(() => mappingSettings({ ...STREAM, FilterCriteria: filters(named(4097)) })).toThrow('4096')
  })

  it('on a stream have no numeric operators: its numbers are text', () => {
    const FilterCriteria = filters({ dynamodb: { NewImage: { n: { N: [{ numeric: ['>', 1] }] } } } })
    expect(() => mappingSettings({ ...STREAM, FilterCriteria })).toThrow('Invalid filter pattern definition')
    expect(() =>
      mappingSettings({ ...QUEUE, FilterCriteria: filters({ body: { n: [{ numeric: ['>', 1] }] } }) }),
    ).not.toThrow()
  })

  it.each(['{', '[]', '{"eventName":"INSERT"}'])('that are no pattern are refused: %s', (Pattern) => {
    expect(() => mappingSettings({ ...STREAM, FilterCriteria: { Filters: [{ Pattern }] } })).toThrow(
      expect.objectContaining({ code: 'InvalidParameterValueException' }),
    )
  })
})

describe('metrics', () => {
  it('of the number of events are recorded only when they are asked for', () => {
    expect(mappingSettings(STREAM).countsEvents).toBe(false)
    expect(mappingSettings({ ...STREAM, MetricsConfig: { Metrics: [] } }).countsEvents).toBe(false)
    expect(mappingSettings({ ...QUEUE, MetricsConfig: { Metrics: ['EventCount'] } }).countsEvents).toBe(true)
  })

  it.each(['KafkaMetrics', 'ErrorCount', 7])('of another kind are refused: %s', (metric) => {
    expect(() => mappingSettings({ ...STREAM, MetricsConfig: { Metrics: [metric] } })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('EventCount') }),
    )
  })
})
