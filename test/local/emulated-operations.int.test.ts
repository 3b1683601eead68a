import * as cloudformation from '@aws-sdk/client-cloudformation'
import * as cloudwatch from '@aws-sdk/client-cloudwatch'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import * as streams from '@aws-sdk/client-dynamodb-streams'
import * as events from '@aws-sdk/client-eventbridge'
import * as lambda from '@aws-sdk/client-lambda'
import * as s3 from '@aws-sdk/client-s3'
import * as scheduler from '@aws-sdk/client-scheduler'
import * as sqs from '@aws-sdk/client-sqs'
import * as sts from '@aws-sdk/client-sts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emulatedOperations } from '../../lib/local/emulated-operations.js'
import { isElementwise } from '../../lib/local/iam/requests/element-permission.js'
import { PERMISSIONS } from '../../lib/local/iam/requests/permissions.js'
import { LocalCloud } from '../../lib/local/index.js'
import { type WrittenAssembly, writeAssembly } from './write-assembly.js'

type Sdk = Readonly<Record<string, unknown>>
type CommandClass = new (input: object) => unknown
type ClientClass = new (
  config: object,
) => { readonly send: (command: unknown) => Promise<unknown>; readonly destroy: () => void }

const SDKS: Readonly<Record<string, readonly (readonly [Sdk, string])[]>> = {
  cloudformation: [[cloudformation, 'CloudFormationClient']],
  cloudwatch: [[cloudwatch, 'CloudWatchClient']],
  dynamodb: [
    [dynamodb, 'DynamoDBClient'],
    [streams, 'DynamoDBStreamsClient'],
  ],
  events: [[events, 'EventBridgeClient']],
  lambda: [[lambda, 'LambdaClient']],
  s3: [[s3, 'S3Client']],
  scheduler: [[scheduler, 'SchedulerClient']],
  sqs: [[sqs, 'SQSClient']],
  sts: [[sts, 'STSClient']],
}

const NOT_EMULATED: ReadonlySet<string | undefined> = new Set([
  'UnknownOperationException',
  'NotImplemented',
  'InvalidAction',
])

/** What paths are made of. */
const PATH_MEMBERS = {
  Bucket: 'bucket',
  ClientToken: 'token',
  CopySource: 'bucket/key',
  FunctionName: 'name',
  GroupName: 'group',
  Key: 'key',
  MultipartUpload: { Parts: [] },
  Name: 'name',
  Qualifier: 'one',
  Resource: 'arn:aws:lambda:us-east-1:000000000000:function:name',
  ResourceArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/a/b',
  TagKeys: ['a'],
  UUID: 'uuid',
  UploadId: 'upload',
}
/** An upload needs it; a download that has it asks for something else. */
const PARTS = { PartNumber: 1 }
const WITH_PATHS: ReadonlySet<string> = new Set(['lambda', 's3', 'scheduler'])

let cloud: LocalCloud
let assembly: WrittenAssembly

beforeAll(async () => {
  assembly = await writeAssembly({ stacks: { Shop: { template: { Resources: {} } } } })
  // Without an authoriser, so that the services themselves say what they know.
  cloud = await LocalCloud.start({ assembly: assembly.directory })
})

afterAll(async () => {
  await cloud?.stop()
  await assembly?.remove()
})

const found = new Map<string, Promise<ReadonlySet<string>>>()

/** The operations that the service knew when every command of its SDK was sent, once. */
function known(service: string): Promise<ReadonlySet<string>> {
  const operations = found.get(service) ?? ask(service)
  found.set(service, operations)
  return operations
}

async function ask(service: string): Promise<ReadonlySet<string>> {
  const before = cloud.calls().length
  for (const [sdk, clientName] of SDKS[service] ?? []) {
    const client = new (sdk[clientName] as ClientClass)({ ...cloud.clientConfig, maxAttempts: 1 })
    for (const name of Object.keys(sdk).filter((each) => each.endsWith('Command') && each !== '$Command')) {
      const parts = name.startsWith('UploadPart') ? PARTS : {}
      const input = WITH_PATHS.has(service) ? { ...PATH_MEMBERS, ...parts } : {}
      // A command that lacks a part of its path never leaves the client.
      await client.send(new (sdk[name] as CommandClass)(input)).catch(() => undefined)
    }
    client.destroy()
  }
  const answered = cloud
    .calls()
    .slice(before)
    .filter(({ errorCode }) => !NOT_EMULATED.has(errorCode))
  return new Set(answered.map(({ operation }) => operation))
}

describe('the operations that are said to be emulated', () => {
  it('are of all services that the local cloud has', () => {
    expect(emulatedOperations().map(({ service }) => service)).toEqual(Object.keys(SDKS))
  })

  it.each(emulatedOperations())('of $service are those that it knows', async ({ service, operations }) => {
    const answered = await known(service)
    expect(operations.filter((operation) => !answered.has(operation))).toEqual([])
    // Another DynamoDB engine may know more, and each refuses what it does not know in its own words.
    if (service === 'dynamodb') return
    // Refused with a reason of its own, which is not emulation.
    const refused = service === 'sts' ? ['AssumeRole', 'GetFederationToken', 'GetSessionToken'] : []
    const unsaid = [...answered].filter(
      (operation) => !operations.includes(operation) && !refused.some((name) => operation.startsWith(name)),
    )
    expect(unsaid).toEqual([])
  })

  it.each(emulatedOperations())('of $service have permissions each', async ({ service }) => {
    const without = [...(await known(service))].filter(
      (operation) => PERMISSIONS[service]?.[operation] === undefined && !isElementwise(service, operation),
    )
    expect(without).toEqual([])
  })

  it('are sorted and named once', () => {
    for (const { operations } of emulatedOperations()) {
      expect(operations).toEqual([...new Set(operations)].sort())
    }
  })
})
