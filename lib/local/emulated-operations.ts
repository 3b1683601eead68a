import { CLOUDFORMATION_OPERATIONS } from './cloudformation/cloudformation-service.js'
import { CLOUDWATCH_OPERATIONS } from './cloudwatch/cloudwatch-service.js'
import { EVENTS_OPERATIONS } from './events/events-service.js'
import { EMULATOR_OPERATIONS } from './fauxqs/worker/fauxqs-modules.js'
import { LAMBDA_OPERATIONS } from './lambda/actions/lambda-actions.js'
import { SCHEDULER_OPERATIONS } from './scheduler/scheduler-service.js'
import { STS_OPERATIONS } from './sts/sts-service.js'

export interface EmulatedService {
  /** The service's name in IAM. */
  readonly service: string
  /** What answers. */
  readonly engine: 'this project' | 'DynamoDB engine' | 'fauxqs'
  /** Sorted. */
  readonly operations: readonly string[]
}

/** The engine's own; the stream operations are this project's. */
const DYNAMODB_OPERATIONS: readonly string[] = [
  'BatchExecuteStatement',
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeStream',
  'DescribeTable',
  'DescribeTimeToLive',
  'ExecuteStatement',
  'ExecuteTransaction',
  'GetItem',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
  'ListTables',
  'ListTagsOfResource',
  'PutItem',
  'Query',
  'Scan',
  'TagResource',
  'TransactGetItems',
  'TransactWriteItems',
  'UntagResource',
  'UpdateItem',
  'UpdateTable',
  'UpdateTimeToLive',
]

const S3_OPERATIONS: readonly string[] = [
  'AbortMultipartUpload',
  'CompleteMultipartUpload',
  'CopyObject',
  'CreateBucket',
  'CreateMultipartUpload',
  'DeleteBucket',
  'DeleteObject',
  'DeleteObjects',
  'GetObject',
  'HeadBucket',
  'HeadObject',
  'ListBuckets',
  'ListObjects',
  'ListObjectsV2',
  'PutObject',
  'UploadPart',
]

/** The emulator's, and those that this project adds to them. */
const SQS_OPERATIONS: readonly string[] = [
  ...EMULATOR_OPERATIONS,
  'CancelMessageMoveTask',
  'ListDeadLetterSourceQueues',
  'ListMessageMoveTasks',
  'StartMessageMoveTask',
].sort()

/** The operations of AWS's APIs that the local cloud answers, by service. Every other one is refused by its name. */
export function emulatedOperations(): readonly EmulatedService[] {
  const own = (service: string, operations: readonly string[]): EmulatedService => ({
    service,
    engine: 'this project',
    operations: [...operations].sort(),
  })
  return [
    own('cloudformation', CLOUDFORMATION_OPERATIONS),
    own('cloudwatch', CLOUDWATCH_OPERATIONS),
    { service: 'dynamodb', engine: 'DynamoDB engine', operations: DYNAMODB_OPERATIONS },
    own('events', EVENTS_OPERATIONS),
    own('lambda', LAMBDA_OPERATIONS),
    { service: 's3', engine: 'fauxqs', operations: S3_OPERATIONS },
    own('scheduler', SCHEDULER_OPERATIONS),
    { service: 'sqs', engine: 'fauxqs', operations: SQS_OPERATIONS },
    own('sts', STS_OPERATIONS),
  ]
}
