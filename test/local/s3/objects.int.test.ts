import { gunzipSync, gzipSync } from 'node:zlib'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { startQueueWorld } from '../sqs/queue-world.js'

const Bucket = 'archive'

async function bucket() {
  const { s3, clock } = await startQueueWorld()
  await s3.send(new CreateBucketCommand({ Bucket }))
  return {
    s3,
    clock,
    put: (Key: string, Body: string | Uint8Array = Key, input: Partial<PutObjectCommandInput> = {}) =>
      s3.send(new PutObjectCommand({ Bucket, Key, Body, ...input })),
    keys: async (input: { readonly Prefix?: string; readonly MaxKeys?: number } = {}) => {
      const pages: string[][] = []
      let ContinuationToken: string | undefined
      do {
        const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken, ...input }))
        pages.push((page.Contents ?? []).map(({ Key }) => Key ?? ''))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      return pages
    },
  }
}

it('an object comes back byte for byte, with its headers and metadata', async () => {
  const { s3, put } = await bucket()
  const Key = 'outbox/2026/11/30/events 🎉 1+2.ndjson.gz'
  const lines = gzipSync('{"a":1}\n{"a":"é🎉"}\n')
  await put(Key, lines, {
    ContentType: 'application/x-ndjson',
    ContentEncoding: 'gzip',
    Metadata: { rows: '2' },
  })
  const { Body, ...got } = await s3.send(new GetObjectCommand({ Bucket, Key }))
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
  expect(gunzipSync(bytes).toString()).toBe('{"a":1}\n{"a":"é🎉"}\n')
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key }))
  for (const headers of [got, head]) {
    expect(headers).toMatchObject({
      ContentType: 'application/x-ndjson',
      ContentEncoding: 'gzip',
      ContentLength: lines.length,
      Metadata: { rows: '2' },
    })
  }
})

it("the time of an object is the clock's", async () => {
  const { s3, clock, put } = await bucket()
  await clock.advance('400d')
  const before = Math.floor(clock.now() / 1000) * 1000
  await put('a')
  const { LastModified: modified } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))
  expect(modified?.getTime()).toBeGreaterThanOrEqual(before)
  expect(modified?.getTime()).toBeLessThanOrEqual(clock.now())
})

it('what is not there is named', async () => {
  const { s3 } = await bucket()
  const Key = 'missing'
  await expect(s3.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' })
  await expect(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

it('a list has the order of the bytes, and pages lose nothing', async () => {
  const { put, keys } = await bucket()
  const all = ['B', 'a', 'a-1', 'a/1', 'a/2', 'a1', 'b', 'é', '\u{FFFD}', '🎉']
  for (const key of [...all].reverse()) await put(key)
  const ordered = all.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  expect(await keys()).toEqual([ordered])
  const pages = await keys({ MaxKeys: 3 })
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1])
  expect(pages.flat()).toEqual(ordered)
  expect(await keys({ Prefix: 'a/' })).toEqual([['a/1', 'a/2']])
})

it('a list with a delimiter names each common prefix once, over pages, too', async () => {
  const { s3, put } = await bucket()
  for (const key of ['a', 'b/1', 'b/2', 'c', 'd/1', 'e/1', 'f']) await put(key)
  const seen: (string | undefined)[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: 2, ContinuationToken }),
    )
    seen.push(...(page.Contents ?? []).map(({ Key }) => Key))
    seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  expect(seen.sort()).toEqual(['a', 'b/', 'c', 'd/', 'e/', 'f'])
})

it('objects are deleted one by one and many at once, missing ones, too', async () => {
  const { s3, put, keys } = await bucket()
  for (const key of ['a', 'b', 'c']) await put(key)
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))
  const { Deleted } = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'b' }, { Key: 'missing' }] } }),
  )
  expect(Deleted?.map(({ Key }) => Key)).toEqual(['b', 'missing'])
  expect(await keys()).toEqual([['c']])
})

it('a key is written only once when the writer says so', async () => {
  const { put } = await bucket()
  await put('a', 'first', { IfNoneMatch: '*' })
  await expect(put('a', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
})

it('an upload in parts is one object when it is completed, and nothing when it is aborted', async () => {
  const { s3, keys } = await bucket()
  const upload = async (Key: string) => {
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentEncoding: 'gzip' }),
    )
    const parts = ['x'.repeat(5 * 1024 * 1024), 'end']
    const Parts = []
    for (const [index, Body] of parts.entries()) {
      const PartNumber = index + 1
      const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    return { UploadId, Parts, length: parts.join('').length }
  }
  const { UploadId, Parts, length } = await upload('big')
  expect(await keys()).toEqual([[]])
  await s3.send(
    new CompleteMultipartUploadCommand({ Bucket, Key: 'big', UploadId, MultipartUpload: { Parts } }),
  )
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'big' }))
  expect(head).toMatchObject({ ContentLength: length, ContentEncoding: 'gzip' })
  const other = await upload('other')
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'other', UploadId: other.UploadId }))
  expect(await keys()).toEqual([['big']])
})
