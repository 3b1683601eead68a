import { DescribeEventBusCommand } from '@aws-sdk/client-eventbridge'
import type { AwsClients } from '../operate/aws-clients.js'
import { needed } from '../operate/needed.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

/** ARN of the outbox's bus, which a flag may tell by its name. @throws CliError, the SDK's error */
export async function busArn({ events }: AwsClients, outbox: OutboxResources): Promise<string> {
  const bus = needed(outbox, 'eventBusArn')
  if (bus.startsWith('arn:')) return bus
  const { Arn = bus } = await events.send(new DescribeEventBusCommand({ Name: bus }))
  return Arn
}
