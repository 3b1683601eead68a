import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { documentClient } from '../../store/document-client.js'

/** Where AWS is, as the options say; what they leave out, the environment says, as for every AWS tool. */
export interface AwsPlace {
  readonly region?: string
  /** Another address for all services: that of a local cloud. */
  readonly endpointUrl?: string
}

export interface AwsClients {
  readonly cloudFormation: CloudFormationClient
  readonly cloudWatch: CloudWatchClient
  readonly dynamodb: DynamoDBClient
  readonly documents: DynamoDBDocumentClient
  readonly lambda: LambdaClient
  readonly sqs: SQSClient
  /** That the requests go to. */
  readonly region: () => Promise<string>
  readonly close: () => void
}

export function awsClients({ region, endpointUrl }: AwsPlace): AwsClients {
  const config = {
    ...(region === undefined ? {} : { region }),
    ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
  }
  const dynamodb = new DynamoDBClient(config)
  const cloudFormation = new CloudFormationClient(config)
  const cloudWatch = new CloudWatchClient(config)
  const lambda = new LambdaClient(config)
  const sqs = new SQSClient(config)
  return {
    cloudFormation,
    cloudWatch,
    dynamodb,
    documents: documentClient(dynamodb),
    lambda,
    sqs,
    region: async () => dynamodb.config.region(),
    close: () => {
      for (const client of [cloudFormation, cloudWatch, dynamodb, lambda, sqs]) client.destroy()
    },
  }
}
