import { gunzipSync } from 'node:zlib'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { S3Archive } from '../../lib/archive/s3-archive.js'

it('writes a new object of the hour each time, only into a bucket of the account that was told', async () => {
  const client = new S3Client({ region: 'eu-west-1' })
  const s3 = mockClient(client)
  s3.on(PutObjectCommand).resolves({})
  const archive = new S3Archive({
    client,
    bucketName: 'archive',
    bucketOwner: '111122223333',
    outboxName: 'Shop-Outbox',
  })
  for (let time = 0; time < 2; time += 1) await archive.write('2026-11-30T09', Buffer.from('{"a":"ü"}\n'))
  const inputs = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input)
  for (const { Bucket, Key, Body, ExpectedBucketOwner } of inputs) {
    expect([Bucket, ExpectedBucketOwner]).toEqual(['archive', '111122223333'])
    expect(Key).toMatch(/^Shop-Outbox\/date=2026-11-30\/hour=09\/[0-9a-f-]{36}\.ndjson\.gz$/)
    expect(gunzipSync(Body as Uint8Array).toString()).toBe('{"a":"ü"}\n')
  }
  expect(new Set(inputs.map(({ Key }) => Key)).size).toBe(2)
})
