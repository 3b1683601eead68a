import type { S3Client } from '@aws-sdk/client-s3'
import { archiveObjects } from '../../replay/archive-objects.js'
import { eventBridgeArchive } from '../../replay/event-bridge-archives.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import type { ReplaySource } from '../../replay/source-item.js'
import { tally } from '../../replay/tally.js'
import { bytesText } from '../archive/bytes-text.js'
import type { AwsClients } from '../operate/aws-clients.js'
import type { Found } from './plan-lines.js'

export interface Look {
  readonly clients: AwsClients
  readonly s3: S3Client
  readonly outboxName: string
  readonly plan: ReplayPlan
  /** Of rows. */
  readonly source?: ReplaySource
}

/** What the plan is about, as far as that is cheap to find out. @throws the SDK's error */
export async function lookAt({ clients, s3, outboxName, plan, source }: Look): Promise<Found> {
  const { from, filters, archive = '', eventBusArn } = plan
  if (from === 'event-bridge') {
    const { eventCount, bytes } = await eventBridgeArchive(clients.events, eventBusArn, archive)
    return {
      text: `${eventCount} events in the whole archive, ${bytesText(bytes)}; EventBridge does not say how many of the range`,
      oldest: filters.since,
    }
  }
  if (from === 'archive' || plan.waiting !== undefined) {
    let objects = 0
    let bytes = 0
    let oldest: string | undefined
    for await (const object of archiveObjects(s3, { bucket: archive, outboxName }, filters)) {
      objects += 1
      bytes += object.bytes
      oldest ??= `${object.hour}:00:00.000Z`
    }
    const isLater = oldest !== undefined && filters.since !== undefined && filters.since > oldest
    const archived = `${objects} ${objects === 1 ? 'object' : 'objects'} of the range, ${bytesText(bytes)} packed`
    if (from === 'rows')
      return {
        text: `rows that wait for the archive, told by their keys; --dry-run counts the events${objects === 0 ? '' : `. The archive has ${archived}: --from both takes that, too`}`,
        oldest: filters.since,
      }
    const rows = from === 'both' ? ', and rows that wait for the archive' : ''
    return {
      text:
        objects === 0 && rows === ''
          ? 'no objects of the range'
          : `${objects === 0 ? 'no objects of the range' : archived}${rows}; --dry-run counts the events`,
      oldest: isLater || oldest === undefined ? filters.since : oldest,
    }
  }
  if (source === undefined) return { text: 'nothing' }
  let last: string | undefined
  const counted = await tally({
    source,
    filters,
    onEvent: (position) => {
      last = position
    },
    onMalformed: () => undefined,
    isInterrupted: () => false,
  })
  if (counted === undefined) return { text: 'nothing' }
  const waiting =
    counted.unpublished === 0 ? '' : `; ${counted.unpublished} are not delivered yet, and left out`
  return {
    text: `${counted.events} ${counted.events === 1 ? 'event' : 'events'}${waiting}`,
    ...(counted.first === null ? {} : { oldest: counted.first.occurredAt }),
    ...(last === undefined ? {} : { counted: { events: counted.events, last } }),
  }
}
