import type { AcceptedEvent } from './accepted-event.js'
import type { PutEventsEntry } from './entries/put-events-entry.js'
import { envelopeNode } from './envelope-node.js'

export interface AcceptedEntry {
  /** Valid: with `Source`, `DetailType` and a `Detail` that is a JSON object. */
  readonly entry: PutEventsEntry
  readonly id: string
  readonly busName: string
  readonly accountId: string
  readonly region: string
  /** Milliseconds since the epoch. */
  readonly ingestedAt: number
}

/**
 * Wraps an entry in EventBridge's envelope. `time` has whole seconds, as on AWS.
 *
 * The detail goes into the text byte for byte. AWS documents no more than that the detail is JSON; that numbers
 * like `1.0`, key order and white space survive is not promised, so nobody should rely on a *changed* form either.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html
 */
export function acceptEvent(accepted: AcceptedEntry): AcceptedEvent {
  const { entry, id, busName, accountId, region, ingestedAt } = accepted
  const detailText = entry.detail ?? '{}'
  const head = {
    version: '0',
    id,
    'detail-type': entry.detailType,
    source: entry.source,
    account: accountId,
    time: isoSeconds(entry.time ?? ingestedAt),
    region,
    resources: entry.resources,
  }
  const headText = JSON.stringify(head)
  const text = `${headText.slice(0, -1)},"detail":${detailText}}`
  return {
    id,
    envelope: { ...head, detail: JSON.parse(detailText) },
    text,
    root: envelopeNode(headText, text, detailText),
    detailText,
    ingestedAt,
    ...(entry.traceHeader !== undefined && { traceHeader: entry.traceHeader }),
    path: [busName],
  }
}

/** ISO 8601 in UTC without fractions: `2026-01-31T12:00:00Z` */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
