import { AwsError } from '../aws-error.js'
import { decodeUri } from './decode-uri.js'
import type { GatewayRequest } from './gateway-message.js'
import type { IdentifiedCall } from './protocol.js'

const LIST = ['prefix', 'delimiter', 'max-keys', 'encoding-type']

/**
 * The query parameters that the engine acts upon, and `encoding-type`, which some SDKs always send: an answer that does
 * not name it has plain keys. With any other parameter a request is another operation, or asks for something else
 * than it would get.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  AbortMultipartUpload: ['uploadId'],
  CompleteMultipartUpload: ['uploadId'],
  CreateMultipartUpload: ['uploads'],
  DeleteObjects: ['delete'],
  ListObjects: [...LIST, 'marker'],
  ListObjectsV2: [...LIST, 'list-type', 'start-after', 'continuation-token'],
  ListParts: ['uploadId'],
  UploadPart: ['uploadId', 'partNumber'],
  UploadPartCopy: ['uploadId', 'partNumber'],
}

/** Of a presigned URL, SigV4's own and those with which the SDK asks for checksums. */
const OF_ANY_OPERATION =
  /^(x-id|x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256|user-agent|sdk-checksum-algorithm|checksum-.+))$/i

/**
 * Names the S3 operation behind a path-style request.
 * @throws AwsError NotImplemented, naming the operation or the query parameter; InvalidURI, InvalidArgument
 */
export function identifyS3Call(request: GatewayRequest): IdentifiedCall {
  const { method, url } = request
  const [bucket = '', ...rest] = url.pathname
    .slice(1)
    .split('/')
    .map((segment) => decodeUri(segment, 'InvalidURI'))
  const key = rest.join('/')
  const operation = key === '' ? bucketOperation(method, url, bucket) : objectOperation(request)
  assertParameters(request, operation)
  return {
    service: 's3',
    operation,
    protocol: 'rest-xml',
    input: { ...(bucket === '' ? {} : { Bucket: bucket }), ...(key === '' ? {} : { Key: key }) },
  }
}

function bucketOperation(method: string, { searchParams }: URL, bucket: string): string {
  if (bucket === '') return method === 'GET' ? 'ListBuckets' : ''
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
      return searchParams.has('delete') ? 'DeleteObjects' : ''
    default:
      return ''
  }
}

function objectOperation({ method, url: { searchParams }, headers }: GatewayRequest): string {
  const isUpload = searchParams.has('uploadId')
  const copySource = headers['x-amz-copy-source']
  switch (method) {
    case 'PUT':
      if (copySource === undefined) return isUpload ? 'UploadPart' : 'PutObject'
      decodeUri(String(copySource), 'InvalidArgument')
      return isUpload ? 'UploadPartCopy' : 'CopyObject'
    case 'GET':
      return isUpload ? 'ListParts' : 'GetObject'
    case 'HEAD':
      return 'HeadObject'
    case 'DELETE':
      return isUpload ? 'AbortMultipartUpload' : 'DeleteObject'
    case 'POST':
      if (searchParams.has('uploads')) return 'CreateMultipartUpload'
      return isUpload ? 'CompleteMultipartUpload' : ''
    default:
      return ''
  }
}

/** Those that the engine has not. */
const NOT_EMULATED: ReadonlySet<string> = new Set(['', 'ListParts', 'UploadPartCopy'])

function assertParameters({ method, url }: GatewayRequest, operation: string): void {
  const { pathname, searchParams } = url
  const known = PARAMETERS[operation] ?? []
  const others = [...searchParams.keys()].filter(
    (name) => !OF_ANY_OPERATION.test(name) && !known.includes(name),
  )
  // The SDK names the operation where method and path do not tell it.
  const named = searchParams.get('x-id') ?? operation
  const isNamed = named !== operation || NOT_EMULATED.has(operation)
  if (others.length === 0 && !isNamed) return
  const what = isNamed && named !== '' ? `${named}, ` : ''
  const query = others.length === 0 ? '' : ` with ${others.map((name) => `\`${name}\``).join(', ')}`
  throw new AwsError(
    'NotImplemented',
    `The local cloud does not emulate ${what}${method} ${pathname}${query}, of S3.`,
    501,
  )
}
