import { Duration } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { describe, expect, it } from 'vitest'
import { parseSweeperEnvironment } from '../../lib/environment.js'
import { outboxFixture, resource, variables, variablesRead } from './fixture.js'

const FUNCTION = 'AWS::Lambda::Function'
const SCHEDULE = 'AWS::Scheduler::Schedule'
const LOGS = 'AWS::Logs::LogGroup'

describe('by default', () => {
  const template = outboxFixture().template()

  it('the function is what the design says', () => {
    const { Properties } = resource(template, FUNCTION, 'OutboxSweeper')
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 55,
      LoggingConfig: { LogGroup: { Ref: expect.stringMatching(/^OutboxSweeperLogs/) } },
    })
    expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions')
    expect(resource(template, LOGS, 'OutboxSweeperLogs').Properties).toEqual({ RetentionInDays: 30 })
  })

  it('the asset is the one of the sweeper, not that of another function', () => {
    const keys = ['OutboxRelay', 'OutboxSweeper', 'OutboxRedrive'].map(
      (id) => (resource(template, FUNCTION, id).Properties['Code'] as { S3Key: string }).S3Key,
    )
    expect(new Set(keys).size).toBe(3)
  })

  it('a sweep that fails or comes late is left to the next one', () => {
    expect(resource(template, 'AWS::Lambda::EventInvokeConfig', 'OutboxSweeper').Properties).toMatchObject({
      FunctionName: { Ref: expect.stringMatching(/^OutboxSweeper/) },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    })
  })

  it('it is scheduled each minute, to the minute', () => {
    expect(resource(template, SCHEDULE, 'OutboxSweepSchedule').Properties).toEqual({
      Description: 'Sweeps the outbox',
      ScheduleExpression: 'rate(1 minute)',
      ScheduleExpressionTimezone: 'Etc/UTC',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxSweeper/), 'Arn'] },
        RoleArn: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxSweepScheduleRole/), 'Arn'] },
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
      },
    })
  })
})

it.each([
  [
    'interval',
    { interval: Duration.minutes(5) },
    SCHEDULE,
    'OutboxSweepSchedule',
    { ScheduleExpression: 'rate(5 minutes)' },
  ],
  ['timeout', { timeout: Duration.seconds(45) }, FUNCTION, 'OutboxSweeper', { Timeout: 45 }],
  ['memorySize', { memorySize: 1024 }, FUNCTION, 'OutboxSweeper', { MemorySize: 1024 }],
  [
    'logLevel',
    { logLevel: 'DEBUG' },
    FUNCTION,
    'OutboxSweeper',
    { Environment: { Variables: { POWERTOOLS_LOG_LEVEL: 'DEBUG' } } },
  ],
  [
    'logRetention',
    { logRetention: RetentionDays.ONE_DAY },
    LOGS,
    'OutboxSweeperLogs',
    { RetentionInDays: 1 },
  ],
] as const)('sweeper.%s is taken', (_, sweeper, type, id, properties) => {
  expect(resource(outboxFixture({ sweeper }).template(), type, id).Properties).toMatchObject(properties)
})

describe('the environment is what the sweeper parses', () => {
  it('by default', () => {
    const { outbox, template } = outboxFixture()
    expect(parseSweeperEnvironment(variables(template(), 'OutboxSweeper'))).toEqual({
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
      relayMappingId: expect.stringContaining('OutboxRelayMapping'),
      relayTimeoutSeconds: 60,
      graceSeconds: 75 * 60,
      leaseSeconds: 120,
      giveUpAfterSeconds: 24 * 60 * 60,
      maxPublishRate: undefined,
      archiveBucket: undefined,
      metricsByEventType: [],
    })
  })

  it('with every setting', () => {
    const { template } = outboxFixture({
      keys: { partitionKey: 'id' },
      ttlAttribute: 'ttl',
      retention: Duration.days(30),
      strictOrder: true,
      retry: { backoffBase: Duration.seconds(30), backoffCap: Duration.minutes(5) },
      relay: { timeout: Duration.minutes(2) },
      sweeper: {
        lease: Duration.minutes(3),
        grace: Duration.hours(2),
        giveUpAfter: Duration.hours(6),
        maxPublishRate: 50,
      },
    })
    expect(parseSweeperEnvironment(variables(template(), 'OutboxSweeper'))).toMatchObject({
      keys: { partitionKey: 'id' },
      ttlAttribute: 'ttl',
      retentionSeconds: 30 * 24 * 60 * 60,
      strictOrder: true,
      backoffBaseSeconds: 30,
      backoffCapSeconds: 300,
      relayTimeoutSeconds: 120,
      graceSeconds: 7200,
      leaseSeconds: 180,
      giveUpAfterSeconds: 21_600,
      maxPublishRate: 50,
    })
  })

  it('and nothing else', () => {
    const environment = variables(
      outboxFixture({
        archive: true,
        metricsByEventType: ['OrderPaid'],
        sweeper: { maxPublishRate: 1 },
      }).template(),
      'OutboxSweeper',
    )
    expect(Object.keys(environment).toSorted()).toEqual(
      [...variablesRead(parseSweeperEnvironment, environment), 'POWERTOOLS_LOG_LEVEL'].toSorted(),
    )
  })

  it('the relay is told the same, where both read it', () => {
    const template = outboxFixture({ retry: { backoffCap: Duration.minutes(20) } }).template()
    expect(variables(template, 'OutboxSweeper')).toMatchObject(variables(template, 'OutboxRelay'))
  })
})
