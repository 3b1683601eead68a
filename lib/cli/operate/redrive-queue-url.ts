import { ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda'
import type { AwsClients } from './aws-clients.js'
import type { OutboxResources } from './outbox-resources.js'
import { queueUrl } from './queue-url.js'

/**
 * The queue that people send dead letters back by; no function is told of it, so it is found by its mapping. Undefined
 * when it is not known.
 *
 * @throws the SDK's error
 */
export async function redriveQueueUrl(
  clients: AwsClients,
  { redriveQueueUrl: told, redriveFunctionName: FunctionName }: OutboxResources,
): Promise<string | undefined> {
  if (told !== undefined || FunctionName === undefined) return told
  const { EventSourceMappings = [] } = await clients.lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  )
  const arn = EventSourceMappings[0]?.EventSourceArn
  return arn === undefined ? undefined : queueUrl(clients, arn)
}
