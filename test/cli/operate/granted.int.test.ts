import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { Duration } from 'aws-cdk-lib'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { documentClient } from '../../../lib/store/document-client.js'
import { readRows } from '../../guarantees/read-rows.js'
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
    outbox.grantOperate(someFunction('Operator'))
    // Whose environment is not the operator's business.
    someFunction('Beside')
  },
)
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
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, error } = await runHere([...args, ...flags])
    expect({ args, code, error: code === 0 ? '' : error }).toEqual({ args, code: 0, error: '' })
    return out
  }
  expect(await run('status')).toContain('dead')
  expect(await run('list', '--status', 'dead')).toContain(dead.eventId)
  expect(await run('list', '--status', 'published', '--aggregate', 'Thing/done')).toContain(done.eventId)
  expect(await run('show', dead.eventId)).toContain('DEAD')
  expect(await run('redrive', dead.eventId, '--yes')).toContain('1 notice deleted')
  await cloud.clock.advance('2m')
  expect(await run('doctor')).toContain('0 problems, 0 unknown')
  expect(await run('archive', 'ls')).toBeDefined()
  expect(await run('replay', '--aggregate', 'Thing/done', '--yes')).toContain('done: 1 sent')
  expect(await run('replay', '--history')).toContain('done')
  expect(await run('replay', '--from', 'event-bridge', '--since', '1d', '--until', '1m', '--yes')).toContain(
    'done',
  )
})

it('and can do nothing else: no aggregate is read, no row made, changed as it likes, or deleted', async () => {
  const dynamodb = new DynamoDBClient({ ...cloud.clientConfig, credentials: await credentialsOf() })
  onTestFinished(() => dynamodb.destroy())
  const client = documentClient(dynamodb)
  const TableName = fixture.tableName
  const denied = { name: 'AccessDeniedException' }
  const keys = { pk: 'ORDER#1', sk: 'ORDER' }
  await expect(client.send(new GetCommand({ TableName, Key: keys }))).rejects.toMatchObject(denied)
  await expect(client.send(new ScanCommand({ TableName }))).rejects.toMatchObject(denied)
  for (const Item of [keys, { pk: 'OUTBOX#Thing#1', sk: 'e' }])
    await expect(client.send(new PutCommand({ TableName, Item }))).rejects.toMatchObject(denied)
})
