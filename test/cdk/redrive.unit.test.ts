import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { describe, expect, it } from 'vitest'
import { parseRedriveEnvironment } from '../../lib/environment.js'
import { outboxFixture, resource, variables, variablesRead } from './fixture.js'

const FUNCTION = 'AWS::Lambda::Function'
const LOGS = 'AWS::Logs::LogGroup'

describe('by default', () => {
  const { outbox, template: synthesise } = outboxFixture()
  const template = synthesise()

  it('the function is what the design says', () => {
    expect(resource(template, FUNCTION, 'OutboxRedrive').Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 60,
      LoggingConfig: { LogGroup: { Ref: expect.stringMatching(/^OutboxRedriveLogs/) } },
    })
    expect(resource(template, LOGS, 'OutboxRedriveLogs').Properties).toEqual({ RetentionInDays: 30 })
  })

  it('it reads the redrive queue, and answers message by message', () => {
    expect(resource(template, 'AWS::Lambda::EventSourceMapping', 'OutboxRedriveMapping').Properties).toEqual({
      FunctionName: { Ref: expect.stringMatching(/^OutboxRedrive/) },
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxRedriveQueue/), 'Arn'] },
      Enabled: true,
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
  })

  it('the environment is what it parses, and nothing else', () => {
    const environment = variables(template, 'OutboxRedrive')
    expect(parseRedriveEnvironment(environment)).toEqual({
      name: outbox.outboxName,
      tableName: expect.stringContaining('OutboxTable'),
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      ttlAttribute: 'expiresAt',
    })
    expect(Object.keys(environment).toSorted()).toEqual(
      [...variablesRead(parseRedriveEnvironment, environment), 'POWERTOOLS_LOG_LEVEL'].toSorted(),
    )
  })
})

it('it is told the names of the keys and of the TTL attribute', () => {
  const { template } = outboxFixture({ keys: { partitionKey: 'id' }, ttlAttribute: 'ttl' })
  expect(parseRedriveEnvironment(variables(template(), 'OutboxRedrive'))).toMatchObject({
    keys: { partitionKey: 'id' },
    ttlAttribute: 'ttl',
  })
})

it.each([
  ['memorySize', { memorySize: 256 }, FUNCTION, 'OutboxRedrive', { MemorySize: 256 }],
  [
    'logLevel',
    { logLevel: 'WARN' },
    FUNCTION,
    'OutboxRedrive',
    { Environment: { Variables: { POWERTOOLS_LOG_LEVEL: 'WARN' } } },
  ],
  [
    'logRetention',
    { logRetention: RetentionDays.ONE_DAY },
    LOGS,
    'OutboxRedriveLogs',
    { RetentionInDays: 1 },
  ],
] as const)('redrive.%s is taken', (_, redrive, type, id, properties) => {
  expect(resource(outboxFixture({ redrive }).template(), type, id).Properties).toMatchObject(properties)
})
