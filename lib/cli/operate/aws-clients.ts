import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { clientRegion } from '../../outbox/client-region.js'
import { documentClient } from '../../store/document-client.js'
import type { AwsPlace } from './aws-place.js'

/** How long an address, and an answer, is waited for; the SDK asks three times. Milliseconds. */
export interface TimeLimits {
  readonly connectionTimeout: number
  /** Until an answer begins. */
  readonly requestTimeout: number
  /** Without a byte of it. */
  readonly socketTimeout: number
}

const TIME_LIMITS: TimeLimits = { connectionTimeout: 5_000, requestTimeout: 10_000, socketTimeout: 10_000 }

/** For clients of other services. What it leaves out, the environment says. */
export interface ClientSettings {
  readonly region?: string
  readonly endpoint?: string
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly requestHandler: Partial<TimeLimits> & { readonly throwOnRequestTimeout?: true }
}

export interface AwsClients {
  readonly settings: ClientSettings
  readonly cloudFormation: CloudFormationClient
  readonly cloudWatch: CloudWatchClient
  readonly dynamodb: DynamoDBClient
  readonly documents: DynamoDBDocumentClient
  readonly events: EventBridgeClient
  readonly lambda: LambdaClient
  readonly sqs: SQSClient
  /** That the requests go to, and that rows name. */
  readonly region: () => Promise<string>
  /** ARN of whoever calls, for what is written down. https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
  readonly caller: () => Promise<string>
  readonly close: () => void
}

export function awsClients(
  { region, endpointUrl, credentials }: AwsPlace,
  limits: TimeLimits = TIME_LIMITS,
): AwsClients {
  const settings: ClientSettings = {
    ...(region === undefined ? {} : { region }),
    ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: { ...limits, throwOnRequestTimeout: true },
  }
  const dynamodb = new DynamoDBClient(settings)
  const cloudFormation = new CloudFormationClient(settings)
  const cloudWatch = new CloudWatchClient(settings)
  const events = new EventBridgeClient(settings)
  const lambda = new LambdaClient(settings)
  const sqs = new SQSClient(settings)
  const sts = new STSClient(settings)
  return {
    settings,
    cloudFormation,
    cloudWatch,
    dynamodb,
    documents: documentClient(dynamodb),
    events,
    lambda,
    sqs,
    region: () => clientRegion(dynamodb.config),
    caller: async () => (await sts.send(new GetCallerIdentityCommand({}))).Arn ?? 'unknown',
    close: () => {
      for (const client of [cloudFormation, cloudWatch, dynamodb, events, lambda, sqs, sts]) client.destroy()
    },
  }
}
