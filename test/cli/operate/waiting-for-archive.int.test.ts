import { DeleteBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import pMap from 'p-map'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tellRunningCloud } from '../../../lib/cli/local/running-cloud.js'
import { run } from '../../../lib/cli/run.js'
import { newFence } from '../../../lib/store/fence.js'
import { archived, packed } from '../../replay/archived.js'
import { operateCloud } from './operate-cloud.js'
import { runHere } from './run-here.js'

const HOUR = 60 * 60_000
/** More than the entries of the index that the doctor looks at one by one. */
const ROWS = 5_100

const fixture = await operateCloud({ archive: true })
const { cloud, folder, documents, tableName, outboxName } = fixture
const local = `--local=${folder}`
const untell = await tellRunningCloud(folder, cloud)
const bucket = cloud.physicalId('Shop/Outbox/Archive')
const s3 = new S3Client({ ...cloud.clientConfig, forcePathStyle: true })
const key = `${outboxName}/date=2026-11-30/hour=09/one.ndjson.gz`
afterAll(async () => {
  await untell()
  s3.destroy()
})

beforeAll(async () => {
  // A sweep would archive the rows.
  cloud.faults.inject({ service: 'dynamodb', caller: 'Shop/Outbox/Sweeper', kind: 'unavailable' })
  const due = newFence(Date.now() - 7 * HOUR)
  const waiting = Array.from({ length: ROWS }, (_, place) => ({
    pk: 'OUTBOX#Thing#many',
    sk: `waits-${place}`,
    obStatus: 'PUBLISHED',
    obShard: `A#${cloud.region}#05`,
    obDue: due,
  }))
  const dead = { ...waiting[0], sk: 'dead', obStatus: 'DEAD', obShard: `D#${cloud.region}#05` }
  // On either side of the others, wherever the index has those.
  const strays = Array.from({ length: 8 }, (_, place) => ({
    ...waiting[0],
    sk: `stray-${place}`,
    obShard: `R#${cloud.region}#9${place}`,
  }))
  const items = [...waiting, dead, ...strays]
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, batch) =>
    items.slice(batch * 25, batch * 25 + 25),
  )
  await pMap(
    batches,
    (batch) =>
      documents.send(
        new BatchWriteCommand({
          RequestItems: { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) },
        }),
      ),
    { concurrency: 8 },
  )
  await s3.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: packed(archived('a'), archived('b')) }),
  )
}, 120_000)

describe('status', () => {
  it('says line by line of what there is more than was counted', async () => {
    const { out } = await runHere(['status', local])
    expect(out).toMatch(/^waiting for archive +1000 or more$/m)
    expect(out).toMatch(/^dead +1$/m)
    expect(out).toMatch(/^pending +0$/m)
    expect(JSON.parse((await runHere(['status', local, '--json'])).out)).toMatchObject({
      dead: 1,
      waitingForArchive: 1_000,
      isWhole: false,
      lowerBounds: ['waitingForArchive'],
    })
  })
})

describe('doctor', () => {
  it('finds what nobody looks for behind all that waits for the archive, and its delay', async () => {
    const { out } = await runHere(['doctor', local])
    expect(out).toMatch(/^ok +archive +bucket /m)
    expect(out).toMatch(/^problem +stray rows +Nobody looks for .* of 8 rows: /m)
    expect(out).toContain(`us-east-1, or a replica of the table: ${ROWS + 9} rows\n`)
    expect(out).toMatch(
      /^problem +waiting for archive +Published events have been due for the archive for 7 h 0 min$/m,
    )
  })
})

describe('archive', () => {
  it('cat ends when nobody takes what it prints', async () => {
    const lines: string[] = []
    const code = await run(['archive', 'cat', local], {
      out: (line) => void lines.push(line),
      error: () => undefined,
      isClosed: () => lines.length > 0,
    })
    expect({ code, ids: lines.map((line) => JSON.parse(line).eventId) }).toEqual({ code: 0, ids: ['a'] })
  })

  it('is looked into by the name of its bucket after it was switched off', async () => {
    const { accessKeyId, secretAccessKey } = cloud.clientConfig.credentials
    vi.stubEnv('AWS_REGION', cloud.region)
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
    vi.stubEnv('OUTBOX_NAME', outboxName)
    try {
      const flags = ['--table', tableName, '--endpoint-url', cloud.endpoint]
      expect(await runHere(['archive', 'ls', ...flags])).toMatchObject({
        code: 1,
        error: expect.stringContaining('--bucket <name>'),
      })
      const listed = await runHere(['archive', 'ls', ...flags, '--bucket', bucket])
      expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(key) })
      const printed = await runHere(['archive', 'cat', ...flags, '--bucket', bucket])
      expect(printed.out.trim().split('\n')).toHaveLength(2)
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

it('doctor tells of a bucket that is gone', async () => {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
  const { code, out } = await runHere(['doctor', local])
  expect(code).toBe(1)
  expect(out).toContain(`There is no bucket ${bucket}: what is to be archived waits in the table\n`)
})
