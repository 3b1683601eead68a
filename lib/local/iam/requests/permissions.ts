import { DYNAMODB_PERMISSIONS } from './dynamodb/dynamodb-permissions.js'
import { EVENTS_PERMISSIONS } from './events-permissions.js'
import { LAMBDA_PERMISSIONS } from './lambda-permissions.js'
import {
  CLOUDFORMATION_PERMISSIONS,
  CLOUDWATCH_PERMISSIONS,
  SCHEDULER_PERMISSIONS,
  STS_PERMISSIONS,
} from './operator-permissions.js'
import type { Permissions } from './requested-action.js'
import { S3_PERMISSIONS } from './s3-permissions.js'
import { SQS_PERMISSIONS } from './sqs-permissions.js'

/** Which permissions each operation needs, by service. An operation that is not here cannot be called under IAM. */
export const PERMISSIONS: Readonly<Record<string, Permissions>> = {
  cloudformation: CLOUDFORMATION_PERMISSIONS,
  cloudwatch: CLOUDWATCH_PERMISSIONS,
  dynamodb: DYNAMODB_PERMISSIONS,
  events: EVENTS_PERMISSIONS,
  lambda: LAMBDA_PERMISSIONS,
  s3: S3_PERMISSIONS,
  scheduler: SCHEDULER_PERMISSIONS,
  sqs: SQS_PERMISSIONS,
  sts: STS_PERMISSIONS,
}
