import { Duration } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { describe, expect, it } from 'vitest'
import { parseRelayEnvironment } from '../../lib/environment.js'
import { outboxFixture, resource, variables, variablesRead } from './fixture.js'

const FUNCTION = 'AWS::Lambda::Function'
const MAPPING = 'AWS::Lambda::EventSourceMapping'
const LOGS = 'AWS::Logs::LogGroup'

describe('by default', () => {
  const template = outboxFixture().template()

  it('the function is what the design says', () => {
    expect(resource(template, FUNCTION, 'OutboxRelay').Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 60,
      LoggingConfig: { LogGroup: { Ref: expect.stringMatching(/^OutboxRelayLogs/) } },
    })
    expect(resource(template, LOGS, 'OutboxRelayLogs').Properties).toEqual({ RetentionInDays: 30 })
  })

  it('every setting of the mapping is stated', () => {
    expect(resource(template, MAPPING, 'OutboxRelayMapping').Properties).toEqual({
      FunctionName: { Ref: expect.stringMatching(/^OutboxRelay/) },
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxTable/), 'StreamArn'] },
      Enabled: true,
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 0,
      ParallelizationFactor: 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 360,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: {
        OnFailure: {
          Destination: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxRelayFailureQueue/), 'Arn'] },
        },
      },
      MetricsConfig: { Metrics: ['EventCount'] },
      FilterCriteria: { Filters: [{ Pattern: expect.anything() }] },
    })
  })
})

it('only fresh rows of the own Region reach the relay', () => {
  const template = outboxFixture({}, { env: { region: 'eu-west-1' } }).template()
  const { FilterCriteria } = resource(template, MAPPING, 'OutboxRelayMapping').Properties
  const [filter] = (FilterCriteria as { Filters: { Pattern: { 'Fn::Join': [string, unknown[]] } }[] }).Filters
  const parts = filter?.Pattern['Fn::Join'][1] ?? []
  const pattern = parts.map((part) => (typeof part === 'string' ? part : 'eu-west-1')).join('')
  expect(parts).toContainEqual({ Ref: 'AWS::Region' })
  expect(JSON.parse(pattern)).toEqual({
    eventName: ['INSERT'],
    dynamodb: { NewImage: { obShard: { S: [{ prefix: 'P#eu-west-1#' }] } } },
  })
})

it.each([
  ['batchSize', { batchSize: 25 }, MAPPING, { BatchSize: 25 }],
  [
    'maxBatchingWindow',
    { maxBatchingWindow: Duration.seconds(2) },
    MAPPING,
    { MaximumBatchingWindowInSeconds: 2 },
  ],
  [
    'maxRecordAge, and with it the retries',
    { maxRecordAge: Duration.minutes(10) },
    MAPPING,
    { MaximumRecordAgeInSeconds: 600, MaximumRetryAttempts: 60 },
  ],
  ['retryAttempts', { retryAttempts: 1000 }, MAPPING, { MaximumRetryAttempts: 1000 }],
  ['memorySize', { memorySize: 1024 }, FUNCTION, { MemorySize: 1024 }],
  ['timeout', { timeout: Duration.minutes(5) }, FUNCTION, { Timeout: 300 }],
  [
    'logLevel',
    { logLevel: 'DEBUG' },
    FUNCTION,
    { Environment: { Variables: { POWERTOOLS_LOG_LEVEL: 'DEBUG' } } },
  ],
  ['logRetention', { logRetention: RetentionDays.ONE_DAY }, LOGS, { RetentionInDays: 1 }],
] as const)('relay.%s is taken', (_, relay, type, properties) => {
  const id = { [FUNCTION]: 'OutboxRelay', [MAPPING]: 'OutboxRelayMapping', [LOGS]: 'OutboxRelayLogs' }[type]
  expect(resource(outboxFixture({ relay }).template(), type, id).Properties).toMatchObject(properties)
})

describe('the environment is what the relay parses', () => {
  it('by default', () => {
    const { outbox, template } = outboxFixture()
    const parsed = parseRelayEnvironment(variables(template(), 'OutboxRelay'))
    expect(parsed).toEqual({
      name: outbox.outboxName,
      tableName: expect.stringContaining('OutboxTable'),
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      ttlAttribute: 'expiresAt',
      eventBusArn: expect.stringContaining('OutboxEventBus'),
      deadLetterQueueUrl: expect.stringContaining('OutboxDeadLetterQueue'),
      retentionSeconds: 7 * 24 * 60 * 60,
      strictOrder: false,
      backoffBaseSeconds: 60,
      backoffCapSeconds: 900,
      archiveBucket: undefined,
      metricsByEventType: [],
    })
  })

  it('with every setting', () => {
    const { template } = outboxFixture((stack) => ({
      keys: { partitionKey: 'id' },
      ttlAttribute: 'ttl',
      retention: Duration.days(30),
      strictOrder: true,
      retry: { backoffBase: Duration.seconds(30), backoffCap: Duration.minutes(5) },
      eventBus: EventBus.fromEventBusName(stack, 'Bus', 'company'),
    }))
    expect(parseRelayEnvironment(variables(template(), 'OutboxRelay'))).toMatchObject({
      keys: { partitionKey: 'id' },
      ttlAttribute: 'ttl',
      retentionSeconds: 30 * 24 * 60 * 60,
      strictOrder: true,
      backoffBaseSeconds: 30,
      backoffCapSeconds: 300,
      eventBusArn: expect.stringContaining(':event-bus/company'),
    })
  })

  it('and nothing else', () => {
    const environment = variables(
      outboxFixture({ archive: true, metricsByEventType: ['OrderPaid'] }).template(),
      'OutboxRelay',
    )
    expect(Object.keys(environment).toSorted()).toEqual(
      [...variablesRead(parseRelayEnvironment, environment), 'POWERTOOLS_LOG_LEVEL'].toSorted(),
    )
  })
})

it('an own bus is made only where none is given', () => {
  outboxFixture().template().resourceCountIs('AWS::Events::EventBus', 1)
  outboxFixture((stack) => ({ eventBus: EventBus.fromEventBusName(stack, 'Bus', 'company') }))
    .template()
    .resourceCountIs('AWS::Events::EventBus', 0)
})
