import type { AcceptedEvent } from '../accepted-event.js'
import { envelopeNode } from '../envelope-node.js'
import type { JsonNode } from '../json/json-node.js'
import type { ArchivedEvent } from './archived-events.js'

/** The field that tells a replayed event. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html */
export const REPLAY_NAME = 'replay-name'

/** How an event's text goes on after its head. */
const BEFORE_DETAIL = ',"detail":'

/** The event as a replay sends it: the same id, time and detail, and the name of the replay. */
export function replayedEvent(archived: ArchivedEvent, replayName: string, now: number): AcceptedEvent {
  const { id, text: archivedText, detailAt, traceHeader, path } = archived
  const headText = `${archivedText.slice(0, detailAt - BEFORE_DETAIL.length)}}`
  const detailText = archivedText.slice(detailAt, -1)
  const nameText = JSON.stringify(replayName)
  const text = `${archivedText.slice(0, -1)},"${REPLAY_NAME}":${nameText}}`
  const name: JsonNode = { kind: 'string', text: nameText, value: replayName }
  const root = envelopeNode(headText, text, detailText)
  const members = root.kind === 'object' ? root.members : new Map<string, JsonNode>()
  return {
    id,
    envelope: JSON.parse(text),
    text,
    root: { kind: 'object', text, members: new Map([...members, [REPLAY_NAME, name]]) },
    detailText,
    ingestedAt: now,
    ...(traceHeader !== undefined && { traceHeader }),
    path,
  }
}
