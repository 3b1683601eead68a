import { randomUUID } from 'node:crypto'
import type { JsonRecord } from '../../record.js'
import { acceptEvent } from '../accept-event.js'
import { requiredRecords } from '../api-input.js'
import { checkEntry } from '../entries/check-entry.js'
import { checkRequest } from '../entries/check-request.js'
import { entryBytes } from '../entries/entry-bytes.js'
import { type PutEventsEntry, parseEntry } from '../entries/put-events-entry.js'
import type { EventsContext } from '../events-context.js'

/**
 * Takes entries one by one in their order; the answer has one element per entry, in the same order.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 */
export function putEvents(context: EventsContext, input: JsonRecord): JsonRecord {
  const { metrics } = context
  metrics.putEventsCalled()
  const entries = validEntries(context, input)
  const results = entries.map((entry) => checkEntry(entry) ?? { EventId: accept(context, entry) })
  const failedEntries = results.filter((result) => 'ErrorCode' in result).length
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0)
  metrics.putEvents({ entries: entries.length, failedEntries, bytes })
  return { FailedEntryCount: failedEntries, Entries: results }
}

function validEntries({ metrics }: EventsContext, input: JsonRecord): readonly PutEventsEntry[] {
  try {
    const entries = requiredRecords(input, 'Entries').map(parseEntry)
    checkRequest(entries)
    return entries
  } catch (error) {
    metrics.putEventsFailed()
    throw error
  }
}

function accept({ environment, buses, router, now }: EventsContext, entry: PutEventsEntry): string {
  const id = randomUUID()
  const bus = buses.find(entry.eventBusName)
  // To a bus that does not exist PutEvents answers success and drops the event.
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
  if (bus === undefined) return id
  const { accountId, region } = environment
  router.route(acceptEvent({ entry, id, busName: bus.name, accountId, region, ingestedAt: now() }), bus)
  return id
}
