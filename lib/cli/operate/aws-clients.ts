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

/** Milliseconds: an address where nobody answers is told soon. */
const CONNECTION_TIMEOUT = 5_000

/** For clients of other services. What it leaves out, the environment says. */
export interface ClientSettings {
  readonly region?: string
  readonly endpoint?: string
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly requestHandler: { readonly connectionTimeout: number }
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

export function awsClients({ region, endpointUrl, credentials }: AwsPlace): AwsClients {
  const settings: ClientSettings = {
    ...(region === undefined ? {} : { region }),
    ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT },
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
