import type { GatewayRequest } from '../../gateway/gateway-message.js'
import type { ConditionContext } from '../caller-context.js'
import { type Permissions, type PermissionsOf, text } from './requested-action.js'

const onBucket =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `s3:${action}`, resource: arns.bucket(text(input, 'Bucket')) }]

const onObject =
  (action: string): PermissionsOf =>
  (input, { arns }) => [
    { action: `s3:${action}`, resource: arns.object(text(input, 'Bucket'), text(input, 'Key')) },
  ]

const list: PermissionsOf = (input, { arns, request }) => [
  { action: 's3:ListBucket', resource: arns.bucket(text(input, 'Bucket')), context: listKeys(request) },
]

/**
 * Which permission an operation needs; several operations share one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export const S3_PERMISSIONS: Permissions = {
  AbortMultipartUpload: onObject('AbortMultipartUpload'),
  CompleteMultipartUpload: onObject('PutObject'),
  CopyObject: (input, { arns, request }) => [
    { action: 's3:GetObject', resource: arns.bucket(copySource(request)) },
    { action: 's3:PutObject', resource: arns.object(text(input, 'Bucket'), text(input, 'Key')) },
  ],
  CreateBucket: onBucket('CreateBucket'),
  CreateMultipartUpload: onObject('PutObject'),
  DeleteBucket: onBucket('DeleteBucket'),
  DeleteObject: onObject('DeleteObject'),
  DeleteObjects: (input, { arns, request }) =>
    keysToDelete(request).map((key) => ({
      action: 's3:DeleteObject',
      resource: arns.object(text(input, 'Bucket'), key),
    })),
  GetObject: onObject('GetObject'),
  HeadBucket: onBucket('ListBucket'),
  HeadObject: onObject('GetObject'),
  ListBuckets: () => [{ action: 's3:ListAllMyBuckets', resource: '*' }],
  ListObjects: list,
  ListObjectsV2: list,
  PutObject: onObject('PutObject'),
  UploadPart: onObject('PutObject'),
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/amazon-s3-policy-keys.html */
function listKeys({ url }: GatewayRequest): ConditionContext {
  return Object.fromEntries(
    ['prefix', 'delimiter', 'max-keys'].flatMap((name) => {
      const value = url.searchParams.get(name)
      return value === null ? [] : [[`s3:${name}`, value]]
    }),
  )
}

/** `bucket/key`, of a header that may begin with a slash and end with a version. */
function copySource({ headers }: GatewayRequest): string {
  const source = String(headers['x-amz-copy-source']).replace(/\?versionId=.*$/, '')
  return decodeURIComponent(source).replace(/^\//, '')
}

function keysToDelete({ body }: GatewayRequest): readonly string[] {
  return [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    key.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
}
