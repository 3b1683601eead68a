import { describe, expect, it } from 'vitest'
import { identifyS3Call } from '../../../lib/local/gateway/s3-rest.js'

const identify = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  identifyS3Call({
    method,
    url: new URL(path, 'http://gateway'),
    headers,
    body: Buffer.alloc(0),
    signal: new AbortController().signal,
  })

const SIGNED =
  'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a&X-Amz-Date=b&X-Amz-Expires=9&X-Amz-SignedHeaders=host&X-Amz-Signature=c&X-Amz-Security-Token=d&X-Amz-Content-Sha256=e'

describe('an S3 request is the operation of its method, path and query', () => {
  it.each([
    ['GET', '/?x-id=ListBuckets', 'ListBuckets'],
    ['PUT', '/archive', 'CreateBucket'],
    ['HEAD', '/archive/', 'HeadBucket'],
    ['DELETE', '/archive', 'DeleteBucket'],
    ['GET', '/archive?prefix=a&delimiter=/&max-keys=2&marker=b&encoding-type=url', 'ListObjects'],
    ['GET', '/archive?list-type=2&prefix=a&start-after=b&continuation-token=c', 'ListObjectsV2'],
    ['POST', '/archive?delete', 'DeleteObjects'],
    ['PUT', '/archive/a?x-id=PutObject', 'PutObject'],
    ['PUT', '/archive/a?x-id=UploadPart&partNumber=1&uploadId=u', 'UploadPart'],
    ['GET', `/archive/a?${SIGNED}&x-id=GetObject&x-amz-checksum-mode=ENABLED`, 'GetObject'],
    ['HEAD', '/archive/a', 'HeadObject'],
    ['DELETE', '/archive/a?x-id=DeleteObject', 'DeleteObject'],
    ['DELETE', '/archive/a?uploadId=u&x-id=AbortMultipartUpload', 'AbortMultipartUpload'],
    ['POST', '/archive/a?uploads', 'CreateMultipartUpload'],
    ['POST', '/archive/a?uploadId=u', 'CompleteMultipartUpload'],
  ])('%s %s', (method, path, operation) => {
    expect(identify(method, path).operation).toBe(operation)
  })

  it('a copy', () => {
    const headers = { 'x-amz-copy-source': '/archive/a%20b' }
    expect(identify('PUT', '/archive/b?x-id=CopyObject', headers).operation).toBe('CopyObject')
  })
})

describe('with any other parameter it is refused, and the parameter named', () => {
  it.each([
    ...['publicAccessBlock', 'website', 'analytics', 'metrics', 'ownershipControls', 'tagging'].flatMap(
      (name) => ['GET', 'PUT', 'DELETE'].map((method) => [method, '/archive', name]),
    ),
    ...['logging', 'requestPayment', 'accelerate', 'versioning', 'abac', 'inventory'].flatMap((name) =>
      ['GET', 'PUT'].map((method) => [method, '/archive', name]),
    ),
    ...['policyStatus', 'uploads', 'location', 'session', 'fetch-owner'].map((name) => [
      'GET',
      '/archive',
      name,
    ]),
    ['POST', '/archive', 'metadataTable'],
    ...['torrent', 'acl', 'attributes', 'versionId', 'partNumber', 'response-content-type'].map((name) => [
      'GET',
      '/archive/a',
      name,
    ]),
    ...['renameObject', 'annotation', 'x-amz-acl'].map((name) => ['PUT', '/archive/a', name]),
    ['DELETE', '/archive/a', 'versionId'],
    ['POST', '/archive/a', 'restore'],
    ['GET', '/', 'max-buckets'],
  ])('%s %s?%s', (method, path, name) => {
    expect(() => identify(method, `${path}?${name}=1`)).toThrow(
      expect.objectContaining({
        code: 'NotImplemented',
        statusCode: 501,
        message: expect.stringContaining(`${method} ${path} with \`${name}\``),
      }),
    )
  })
})

it.each([
  ['PUT', '/archive/b?partNumber=1&uploadId=u', 'UploadPartCopy'],
  ['PUT', '/archive/b?partNumber=1&uploadId=u&x-id=UploadPartCopy', 'UploadPartCopy'],
  ['GET', '/archive/b?uploadId=u', 'ListParts'],
  ['GET', '/?x-id=ListDirectoryBuckets', 'ListDirectoryBuckets'],
])('an operation that the engine has not is refused by its name: %s %s', (method, path, name) => {
  expect(() => identify(method, path, { 'x-amz-copy-source': 'archive/a' })).toThrow(
    expect.objectContaining({ code: 'NotImplemented', message: expect.stringContaining(`${name}, `) }),
  )
})
