import { AwsError } from '../aws-error.js'

type ErrorForm = readonly [code: string, statusCode: number, message: string]

const RATE: string = 'Rate exceeded'

/**
 * How each service says that it is called too often. Tables of this cloud are on demand, which DynamoDB throttles by
 * this code; `{ kind: 'error', code: 'ProvisionedThroughputExceededException' }` is the one of provisioned tables.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const THROTTLES: Readonly<Record<string, ErrorForm>> = {
  dynamodb: [
    'ThrottlingException',
    400,
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
  ],
  events: ['ThrottlingException', 400, RATE],
  sqs: ['RequestThrottled', 403, 'The request was denied due to request throttling.'],
  lambda: ['TooManyRequestsException', 429, 'Rate Exceeded.'],
  scheduler: ['ThrottlingException', 429, RATE],
  s3: ['SlowDown', 503, 'Please reduce your request rate.'],
  cloudwatch: ['Throttling', 400, RATE],
  cloudformation: ['Throttling', 400, RATE],
  sts: ['Throttling', 400, RATE],
}

const INTERNAL: string = 'An internal error occurred.'

/** The modelled error with status 500 where the service has one. */
const INTERNAL_ERRORS: Readonly<Record<string, ErrorForm>> = {
  dynamodb: ['InternalServerError', 500, INTERNAL],
  events: ['InternalException', 500, INTERNAL],
  lambda: ['ServiceException', 500, INTERNAL],
  scheduler: ['InternalServerException', 500, INTERNAL],
  s3: ['InternalError', 500, 'We encountered an internal error. Please try again.'],
  cloudwatch: ['InternalServiceFault', 500, INTERNAL],
}

export function throttlingError(service: string): AwsError {
  return awsError(THROTTLES[service] ?? ['ThrottlingException', 400, RATE])
}

export function internalError(service: string): AwsError {
  return awsError(INTERNAL_ERRORS[service] ?? ['InternalFailure', 500, INTERNAL])
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/CommonErrors.html */
export function unavailableError(): AwsError {
  return new AwsError(
    'ServiceUnavailable',
    'The request has failed due to a temporary failure of the server.',
    503,
  )
}

function awsError([code, statusCode, message]: ErrorForm): AwsError {
  return new AwsError(code, message, statusCode)
}
