import { Duration } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { describe, expect, it } from 'vitest'
import { ENVIRONMENT } from '../../lib/environment.js'
import { REPLAY_MARK } from '../../lib/event/replay-mark.js'
import { compilePattern } from '../../lib/local/events/pattern/compile-pattern.js'
import { messageOf, outboxFixture, resource, variables } from './fixture.js'
import { type Attempt, simulator } from './simulated-iam.js'

const EVENT = 'OUTBOX#Order#1'
const ARCHIVE = 'arn:aws:s3:::archive'

describe('an archive of the outbox’s own', () => {
  const { outbox, template: synth } = outboxFixture({ archive: true })
  const template = synth()
  const prefix = `${ARCHIVE}/${outbox.outboxName}/`
  const { Properties, DeletionPolicy, UpdateReplacePolicy } = resource(
    template,
    'AWS::S3::Bucket',
    'OutboxArchive',
  )

  it('is private, encrypted and kept', () => {
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain'])
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    })
  })

  it('deletes nothing by itself, and becomes cheaper', () => {
    expect(Properties['LifecycleConfiguration']).toEqual({
      Rules: [
        {
          Id: 'cheaper-when-hardly-read',
          Status: 'Enabled',
          Transitions: [{ StorageClass: 'GLACIER_IR', TransitionInDays: 90 }],
        },
      ],
    })
  })

  it('takes nothing but TLS', () => {
    expect(
      resource(template, 'AWS::S3::BucketPolicy', 'OutboxArchive').Properties['PolicyDocument'],
    ).toMatchObject({
      Statement: [
        { Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ],
    })
  })

  it('is named to relay and sweeper, who keep rows for it', () => {
    const { LogicalId } = { LogicalId: Object.keys(template.findResources('AWS::S3::Bucket'))[0] ?? '' }
    for (const role of ['OutboxRelay', 'OutboxSweeper'])
      expect(variables(template, role)[ENVIRONMENT.archiveBucket]).toContain(LogicalId)
  })

  it.each<[string, Attempt, string]>([
    [
      'write its objects',
      { action: 's3:PutObject', resource: `${prefix}date=2026-11-30/1.ndjson.gz` },
      'Allowed',
    ],
    ['delete a row', { action: 'dynamodb:PartiQLDelete', keys: [EVENT] }, 'Allowed'],
    ['delete an aggregate', { action: 'dynamodb:PartiQLDelete', keys: ['ORDER#1'] }, 'ImplicitlyDenied'],
    [
      'delete them together',
      { action: 'dynamodb:PartiQLDelete', keys: [EVENT, 'ORDER#1'] },
      'ImplicitlyDenied',
    ],
    [
      'write beside its objects',
      { action: 's3:PutObject', resource: `${ARCHIVE}/other/1` },
      'ImplicitlyDenied',
    ],
    ['read an object', { action: 's3:GetObject', resource: `${prefix}1` }, 'ImplicitlyDenied'],
    ['delete an object', { action: 's3:DeleteObject', resource: `${prefix}1` }, 'ImplicitlyDenied'],
  ])('the sweeper and %s', async (_, attempt, expected) => {
    const sweeper = simulator(template, 'OutboxSweeperServiceRoleDefaultPolicy')
    expect(await sweeper(attempt)).toBe(expected)
  })

  it('is not for the relay to write', async () => {
    const relay = simulator(template, 'OutboxRelayServiceRoleDefaultPolicy')
    expect(await relay({ action: 's3:PutObject', resource: `${prefix}1` })).toBe('ImplicitlyDenied')
    expect(await relay({ action: 'dynamodb:PartiQLDelete', keys: [EVENT] })).toBe('ImplicitlyDenied')
  })

  it('needs time in each sweep', () => {
    const run = () => outboxFixture({ archive: true, sweeper: { timeout: Duration.seconds(45) } })
    expect(messageOf(run)).toContain('8 s for the archive')
    expect(() => outboxFixture({ archive: true, sweeper: { timeout: Duration.seconds(52) } })).not.toThrow()
  })
})

describe('a bucket of yours', () => {
  it('gets the grants, those on its key included', () => {
    const { template } = outboxFixture((stack) => ({
      archive: new Bucket(stack, 'Mine', { encryptionKey: new Key(stack, 'Key') }),
    }))
    expect(Object.keys(template().findResources('AWS::S3::Bucket'))).toHaveLength(1)
    const policy = resource(template(), 'AWS::IAM::Policy', 'OutboxSweeperServiceRoleDefaultPolicy')
    const text = JSON.stringify(policy.Properties['PolicyDocument'])
    for (const action of ['kms:GenerateDataKey*', 's3:PutObject']) expect(text).toContain(action)
  })

  it('of another account is told to the sweeper with its account', () => {
    const { template } = outboxFixture((stack) => ({
      archive: Bucket.fromBucketAttributes(stack, 'Mine', { bucketName: 'mine', account: '444455556666' }),
    }))
    expect(variables(template(), 'OutboxSweeper')).toMatchObject({
      [ENVIRONMENT.archiveBucket]: 'mine',
      [ENVIRONMENT.archiveBucketOwner]: '444455556666',
    })
  })
})

it.each([{}, { archive: false }])(
  'without an archive there is no bucket, and no right to delete: %j',
  async (props) => {
    const template = outboxFixture(props).template()
    template.resourceCountIs('AWS::S3::Bucket', 0)
    expect(variables(template, 'OutboxSweeper')).not.toHaveProperty(ENVIRONMENT.archiveBucket)
    const sweeper = simulator(template, 'OutboxSweeperServiceRoleDefaultPolicy')
    expect(await sweeper({ action: 'dynamodb:PartiQLDelete', keys: [EVENT] })).toBe('ImplicitlyDenied')
  },
)

describe('EventBridge’s own archive', () => {
  const { outbox, template } = outboxFixture({
    source: 'orders',
    eventArchive: { retention: Duration.days(30) },
  })
  const { Properties } = resource(template(), 'AWS::Events::Archive', 'OutboxEventArchive')
  const matches = compilePattern(Properties['EventPattern']).matches
  const event = { source: 'orders', 'detail-type': 'OrderPaid', resources: [], detail: {} }

  it('keeps the events of the outbox, as long as it is told', () => {
    expect(Properties['RetentionDays']).toBe(30)
    expect(outbox.eventArchive?.archiveName).toBeDefined()
    expect(matches(event)).toBe(true)
    expect(matches({ ...event, source: 'carts' })).toBe(false)
  })

  it('keeps none twice: what is replayed is there already', () => {
    expect(matches({ ...event, resources: [REPLAY_MARK] })).toBe(false)
    expect(matches({ ...event, 'replay-name': 'mine' })).toBe(false)
  })

  it.each([
    [Duration.hours(36), 'to be whole days, got `129600` seconds'],
    [Duration.days(0), 'to be at least 86400 seconds'],
  ])('is kept for whole days: %s', (retention, message) => {
    expect(messageOf(() => outboxFixture({ eventArchive: { retention } }))).toContain(message)
  })

  it('is not there unless asked for, and keeps for ever unless told', () => {
    outboxFixture().template().resourceCountIs('AWS::Events::Archive', 0)
    const { Properties: ofDefault } = resource(
      outboxFixture({ eventArchive: {} }).template(),
      'AWS::Events::Archive',
      'OutboxEventArchive',
    )
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-events-archive.html
    expect(ofDefault['RetentionDays']).toBe(0)
  })
})
