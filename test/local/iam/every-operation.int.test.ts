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
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isElementwise } from '../../../lib/local/iam/requests/element-permission.js'
import { PERMISSIONS } from '../../../lib/local/iam/requests/permissions.js'
import { LocalCloud } from '../../../lib/local/index.js'
import { type WrittenAssembly, writeAssembly } from '../write-assembly.js'

interface Client {
  readonly send: (command: unknown) => Promise<unknown>
  readonly destroy: () => void
}
type ClientClass = new (config: object) => Client
type CommandClass = new (input: object) => unknown

const NOT_EMULATED: ReadonlySet<string> = new Set([
  'UnknownOperationException',
  'NotImplemented',
  'InvalidAction',
])

/** What some command has in its path; the others leave it out. */
const INPUT = {
  Bucket: 'bucket',
  ClientToken: 'token',
  CopySource: 'bucket/key',
  FunctionName: 'name',
  GroupName: 'group',
  Key: 'key',
  MultipartUpload: { Parts: [] },
  Name: 'name',
  PartNumber: 1,
  Qualifier: 'one',
  ResourceArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/a/b',
  Resource: 'arn:aws:lambda:us-east-1:000000000000:function:name',
  StackName: 'Shop',
  UUID: 'uuid',
  UploadId: 'upload',
}

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

it.each<[string, object, string]>([
  ['cloudformation', cloudformation, 'CloudFormationClient'],
  ['cloudwatch', cloudwatch, 'CloudWatchClient'],
  ['dynamodb', dynamodb, 'DynamoDBClient'],
  ['dynamodb', streams, 'DynamoDBStreamsClient'],
  ['events', events, 'EventBridgeClient'],
  ['lambda', lambda, 'LambdaClient'],
  ['s3', s3, 'S3Client'],
  ['scheduler', scheduler, 'SchedulerClient'],
  ['sqs', sqs, 'SQSClient'],
  ['sts', sts, 'STSClient'],
])('each operation of %s that is emulated has permissions', async (service, sdk, clientName) => {
  const exports = sdk as Readonly<Record<string, unknown>>
  const client = new (exports[clientName] as ClientClass)({ ...cloud.clientConfig, maxAttempts: 1 })
  const before = cloud.calls().length
  for (const name of Object.keys(exports).filter((each) => each.endsWith('Command'))) {
    if (name === '$Command') continue
    const input = service === 'dynamodb' || service === 'sqs' || service === 'events' ? {} : INPUT
    // A command that lacks something of its path does not leave the client.
    await client.send(new (exports[name] as CommandClass)(input)).catch(() => undefined)
  }
  client.destroy()
  const emulated = cloud
    .calls()
    .slice(before)
    .filter(({ errorCode }) => !NOT_EMULATED.has(errorCode ?? ''))
    .map(({ operation }) => operation)
  const without = emulated.filter(
    (operation) => PERMISSIONS[service]?.[operation] === undefined && !isElementwise(service, operation),
  )
  expect(without).toEqual([])
  expect(emulated.length).toBeGreaterThan(0)
})
