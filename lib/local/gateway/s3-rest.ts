import { AwsError } from '../aws-error.js'
import type { GatewayRequest } from './gateway-message.js'
import type { IdentifiedCall } from './protocol.js'

/**
 * Names the S3 operation behind a path-style request. Sub-resources (`?tagging`, `?versioning`, …) are named, too, so
 * that the answer can say what is missing.
 * @throws AwsError NotImplemented
 */
export function identifyS3Call({ method, url, headers }: GatewayRequest): IdentifiedCall {
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent)
  const key = rest.join('/')
  const operation = key === '' ? bucketOperation(method, url, bucket) : objectOperation(method, url, headers)
  if (operation === undefined) {
    throw new AwsError(
      'NotImplemented',
      `The local cloud does not emulate ${method} ${url.pathname}${url.search} of S3.`,
      501,
    )
  }
  return {
    service: 's3',
    operation,
    protocol: 'rest-xml',
    input: { ...(bucket === '' ? {} : { Bucket: bucket }), ...(key === '' ? {} : { Key: key }) },
  }
}

function bucketOperation(method: string, { searchParams }: URL, bucket: string): string | undefined {
  if (bucket === '') return method === 'GET' ? 'ListBuckets' : undefined
  if (hasSubresource(searchParams)) return undefined
  switch (method) {
    case 'PUT':
      return 'CreateBucket'
    case 'HEAD':
      return 'HeadBucket'
    case 'DELETE':
      return 'DeleteBucket'
    case 'GET':
      return searchParams.get('list-type') === '2' ? 'ListObjectsV2' : 'ListObjects'
    case 'POST':
      return searchParams.has('delete') ? 'DeleteObjects' : undefined
    default:
      return undefined
  }
}

function objectOperation(
  method: string,
  { searchParams }: URL,
  headers: GatewayRequest['headers'],
): string | undefined {
  if (hasSubresource(searchParams)) return undefined
  const isUpload = searchParams.has('uploadId')
  switch (method) {
    case 'PUT':
      if (isUpload) return 'UploadPart'
      return headers['x-amz-copy-source'] === undefined ? 'PutObject' : 'CopyObject'
    case 'GET':
      return isUpload ? undefined : 'GetObject'
    case 'HEAD':
      return 'HeadObject'
    case 'DELETE':
      return isUpload ? 'AbortMultipartUpload' : 'DeleteObject'
    case 'POST':
      if (searchParams.has('uploads')) return 'CreateMultipartUpload'
      return isUpload ? 'CompleteMultipartUpload' : undefined
    default:
      return undefined
  }
}

/** What the engine would mistake for the object or the bucket itself. */
function hasSubresource(query: URLSearchParams): boolean {
  return [
    'tagging',
    'acl',
    'versioning',
    'versions',
    'policy',
    'lifecycle',
    'location',
    'encryption',
    'cors',
    'attributes',
    'notification',
    'replication',
    'retention',
    'legal-hold',
    'object-lock',
  ].some((name) => query.has(name))
}
