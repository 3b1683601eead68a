import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import type { AwsClients } from './aws-clients.js'
import type { OutboxResources } from './outbox-resources.js'
import { queueUrl } from './queue-url.js'

/**
 * The queue of what the stream mapping gave up, as the mapping says; undefined when it is not known.
 *
 * @throws the SDK's error
 */
export async function relayFailureQueueUrl(
  clients: AwsClients,
  { relayFailureQueueUrl: told, relayMappingId: UUID }: OutboxResources,
): Promise<string | undefined> {
  if (told !== undefined || UUID === undefined) return told
  const arn = await destination(clients, UUID)
  return arn === undefined ? undefined : queueUrl(clients, arn)
}

async function destination({ lambda }: AwsClients, UUID: string): Promise<string | undefined> {
  try {
    const { DestinationConfig } = await lambda.send(new GetEventSourceMappingCommand({ UUID }))
    return DestinationConfig?.OnFailure?.Destination
  } catch (error) {
    // Deleted by hand: who asks for its state is told so, and nothing tells its queue.
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined
    throw error
  }
}
