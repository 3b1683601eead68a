import { systemClock } from '../../../clock.js'
import { type RowKey, rowKey } from '../../../store/row-key.js'
import type { AwsClients } from '../aws-clients.js'
import { CliError } from '../cli-error.js'
import { findEntries } from '../find-entries.js'
import type { OutboxResources } from '../outbox-resources.js'
import { readItem } from '../read-item.js'
import { findNotice, type NoticePlace } from './find-notice.js'
import type { ShowOptions } from './show-options.js'
import { deathOfItem, type ShownEvent, shownEvent } from './shown-event.js'

export interface EventWithNotice {
  readonly event: ShownEvent
  /** Undefined: the event is not dead, or nobody looked. */
  readonly notice?: NoticePlace
}

/**
 * An event by its id.
 *
 * @throws CliError when there is none, naming what else to try
 * @throws the SDK's error
 */
export async function readEvent(
  clients: AwsClients,
  outbox: OutboxResources,
  eventId: string,
  { aggregate, notice }: ShowOptions,
): Promise<EventWithNotice> {
  const key =
    aggregate === undefined
      ? await keyInIndex(clients, outbox, eventId)
      : rowKey({ ...aggregate, eventId }, outbox.keys)
  const item = await readItem(clients, outbox, key)
  const event = item === undefined ? undefined : shownEvent(key, item, outbox, await clients.region())
  if (item === undefined || event === undefined)
    throw new CliError(
      `There is no event ${eventId} in ${key.partition}: check --aggregate, or it is published and has expired`,
    )
  const diedAt = deathOfItem(item)
  const { deadLetterQueueUrl } = outbox
  if (!notice || diedAt === undefined || deadLetterQueueUrl === undefined) return { event }
  const place = await findNotice(clients, { ...outbox, deadLetterQueueUrl }, { key, diedAt }, systemClock)
  return { event, notice: place }
}

async function keyInIndex(clients: AwsClients, outbox: OutboxResources, eventId: string): Promise<RowKey> {
  const { keys, isWhole } = await findEntries(clients, outbox, [eventId], ['P', 'R', 'S', 'N', 'D'])
  const key = keys.get(eventId)
  if (key !== undefined) return key
  const much = isWhole ? '' : ', as far as was looked'
  throw new CliError(
    `Event ${eventId} neither waits nor is dead${much}: if it is published, find it with --aggregate <Type/id>`,
  )
}
