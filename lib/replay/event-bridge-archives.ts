import {
  DescribeArchiveCommand,
  type EventBridgeClient,
  ListArchivesCommand,
} from '@aws-sdk/client-eventbridge'
import { ReplayError } from './replay-error.js'

/** An archive that EventBridge itself keeps of a bus. */
export interface EventBridgeArchive {
  readonly name: string
  readonly arn: string
  readonly eventCount: number
  readonly bytes: number
}

/**
 * The archive of the bus: the one that is named, or the only one.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListArchives.html
 *
 * @throws ReplayError when there is none, or a choice
 * @throws the SDK's error
 */
export async function eventBridgeArchive(
  client: EventBridgeClient,
  eventBusArn: string,
  name?: string,
): Promise<EventBridgeArchive> {
  const names: string[] = []
  let NextToken: string | undefined
  do {
    const page = await client.send(new ListArchivesCommand({ EventSourceArn: eventBusArn, NextToken }))
    for (const { ArchiveName } of page.Archives ?? []) if (ArchiveName !== undefined) names.push(ArchiveName)
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  if (names.length === 0)
    throw new ReplayError(
      `EventBridge keeps no archive of ${eventBusArn}: set \`eventArchive: {}\` on the TransactionalOutbox. It takes what comes from then on`,
    )
  const chosen = names.filter((candidate) => name === undefined || candidate === name)
  const [only] = chosen
  if (only === undefined)
    throw new ReplayError(`Bus ${eventBusArn} has no archive ${name}: it has ${names.join(', ')}`)
  if (chosen.length > 1)
    throw new ReplayError(
      `Bus ${eventBusArn} has several archives: choose one of ${names.join(', ')} with --archive`,
    )
  const {
    ArchiveArn = '',
    EventCount = 0,
    SizeBytes = 0,
  } = await client.send(new DescribeArchiveCommand({ ArchiveName: only }))
  return { name: only, arn: ArchiveArn, eventCount: EventCount, bytes: SizeBytes }
}
