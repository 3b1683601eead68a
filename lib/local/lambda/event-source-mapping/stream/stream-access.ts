import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { LocalEnvironment } from '../../../resource-provider.js'
import type { InvokedFunction } from '../mapping-environment.js'

/** What Lambda calls for a mapping: it assumes the function's role. */
export interface StreamAccess {
  readonly streams: DynamoDBStreamsClient
  readonly queues: SQSClient
}

export function streamAccess(local: LocalEnvironment, lambda: InvokedFunction): StreamAccess {
  const { role } = lambda.configuration
  const config = {
    ...local.clientConfigOf({
      kind: 'service',
      name: 'lambda.amazonaws.com',
      ...(role === '' ? {} : { roleArn: role }),
    }),
    // The SDK would wait for its next attempt in real time; the mapping tries again by the clock.
    maxAttempts: 1,
  }
  return { streams: new DynamoDBStreamsClient(config), queues: new SQSClient(config) }
}
