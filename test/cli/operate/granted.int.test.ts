import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { S3Client } from '@aws-sdk/client-s3'
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { Duration } from 'aws-cdk-lib'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { archivedLine } from '../../../lib/archive/archived-line.js'
import { S3Archive } from '../../../lib/archive/s3-archive.js'
import { documentClient } from '../../../lib/store/document-client.js'
import { readRows } from '../../guarantees/read-rows.js'
import { thingHappened } from '../../guarantees/thing-happened.js'
import { untilSettled } from '../../guarantees/until-settled.js'
import { operateCloud } from './operate-cloud.js'
import { runHere } from './run-here.js'

const code = await mkdtemp(join(tmpdir(), 'outbox-granted-'))
await writeFile(join(code, 'index.mjs'), 'export const handler = () => undefined')
afterAll(() => rm(code, { recursive: true }))

const fixture = await operateCloud(
  { archive: true, eventArchive: { retention: Duration.days(1) } },
  (stack, outbox) => {
    const someFunction = (id: string): LambdaFunction =>
      new LambdaFunction(stack, id, {
        runtime: Runtime.NODEJS_24_X,
        handler: 'index.handler',
        code: Code.fromAsset(code),
      })
    const operator = someFunction('Operator')
    outbox.grantOperate(operator)
    outbox
      .addConsumer('Shipping', { events: [thingHappened], handler: someFunction('Handler') })
      .grantReplay(operator)
    // Whose environment is not the operator's business.
    someFunction('Beside')
  },
)
const OLD_ROW = {
  obType: 'ThingHappened',
  obSource: 'shop',
  obTime: '2024-11-07T10:00:00.000Z',
  obPublishedAt: '2024-11-07T10:00:01.000Z',
  obDetail: '{"metadata":{},"data":{}}',
}
const { cloud, write, writeBroken, mend } = fixture
const credentialsOf = async () => (await cloud.clientConfigAs('Shop/Operator')).credentials

const flags = ['--stack', 'Shop', '--endpoint-url', cloud.endpoint, '--region', cloud.region]

beforeAll(async () => {
  const { accessKeyId, secretAccessKey } = await credentialsOf()
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  return () => vi.unstubAllEnvs()
})

it('whoever has nothing but `grantOperate` can use every command', async () => {
  const done = await write('done')
  const dead = await writeBroken('dead')
  await untilSettled(cloud, async () => {
    const shards = (await readRows(fixture)).map(({ obShard }) => String(obShard).slice(0, 1))
    return shards.includes('D') && shards.includes('A')
  })
  await mend(dead)
  const archived = '0192f0c4-7c1e-7a3b-9d7e-0f5a4b2c1d3e'
  const s3 = new S3Client({ ...cloud.clientConfig, forcePathStyle: true })
  onTestFinished(() => s3.destroy())
  await new S3Archive({
    client: s3,
    bucketName: cloud.physicalId('Shop/Outbox/Archive'),
    bucketOwner: cloud.accountId,
    outboxName: fixture.outboxName,
  }).write(
    '2024-11-07T10',
    Buffer.from(archivedLine(OLD_ROW, { aggregateType: 'Thing', aggregateId: 'old', eventId: archived })),
  )
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, error } = await runHere([...args, ...flags])
    expect({ args, code, error: code === 0 ? '' : error }).toEqual({ args, code: 0, error: '' })
    return out
  }
  expect(await run('status')).toMatch(/\ndead +1\n/)
  expect(await run('list', '--status', 'dead')).toContain(dead.eventId)
  expect(await run('list', '--status', 'published', '--aggregate', 'Thing/done')).toContain(done.eventId)
  expect(await run('show', dead.eventId)).toContain('DEAD')
  expect(await run('redrive', dead.eventId, '--yes')).toContain('1 notice deleted')
  await cloud.clock.advance('2m')
  expect(await run('doctor')).toContain('0 problems, 0 unknown')
  const listed = JSON.parse(await run('archive', 'ls', '--json')) as { readonly objects: readonly unknown[] }
  expect(listed.objects).toHaveLength(1)
  expect(await run('archive', 'cat')).toContain(archived)
  expect(await run('replay', '--aggregate', 'Thing/done', '--yes')).toContain('done: 1 sent')
  expect(await run('replay', '--since', '1d', '--yes')).toMatch(/done: [1-9] sent/)
  expect(await run('replay', '--aggregate', 'Thing/done', '--to', 'Shipping', '--yes')).toContain('1 sent')
  expect(await run('replay', '--history')).toContain('done')
  expect(await run('replay', '--from', 'event-bridge', '--since', '1d', '--until', '1m', '--yes')).toContain(
    'done',
  )
})

it('and cannot read an aggregate, make a row, change what an event says, delete one, or speak for others', async () => {
  const dynamodb = new DynamoDBClient({ ...cloud.clientConfig, credentials: await credentialsOf() })
  onTestFinished(() => dynamodb.destroy())
  const client = documentClient(dynamodb)
  const TableName = fixture.tableName
  const denied = { name: 'AccessDeniedException' }
  const keys = { pk: 'ORDER#1', sk: 'ORDER' }
  await expect(client.send(new GetCommand({ TableName, Key: keys }))).rejects.toMatchObject(denied)
  await expect(client.send(new ScanCommand({ TableName }))).rejects.toMatchObject(denied)
  const Key = { pk: 'OUTBOX#Thing#1', sk: 'e' }
  for (const attribute of ['obDetail', 'obSource', 'obPublishedAt', 'mine']) {
    const edit = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #a = :a',
      ExpressionAttributeNames: { '#a': attribute },
      ExpressionAttributeValues: { ':a': 'x' },
    })
    await expect(client.send(edit), attribute).rejects.toMatchObject(denied)
  }
  await expect(client.send(new DeleteCommand({ TableName, Key }))).rejects.toMatchObject(denied)
  const bus = new EventBridgeClient({ ...cloud.clientConfig, credentials: await credentialsOf() })
  onTestFinished(() => bus.destroy())
  const entry = { EventBusName: cloud.physicalId('Shop/Outbox/EventBus'), DetailType: 'T', Detail: '{}' }
  const { Entries } = await bus.send(new PutEventsCommand({ Entries: [{ ...entry, Source: 'others' }] }))
  expect(Entries).toMatchObject([{ ErrorCode: 'NotAuthorizedForSourceException' }])
  for (const Item of [keys, { pk: 'OUTBOX#Thing#1', sk: 'e' }])
    await expect(client.send(new PutCommand({ TableName, Item }))).rejects.toMatchObject(denied)
})
