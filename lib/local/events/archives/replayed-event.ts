import type { AcceptedEvent } from '../accepted-event.js'
import type { JsonNode } from '../json/json-node.js'

/** The field that tells a replayed event. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html */
export const REPLAY_NAME = 'replay-name'

/** The event as a replay sends it: the same id, time and detail, and the name of the replay. */
export function replayedEvent(event: AcceptedEvent, replayName: string, now: number): AcceptedEvent {
  const nameText = JSON.stringify(replayName)
  const text = `${event.text.slice(0, -1)},"${REPLAY_NAME}":${nameText}}`
  const name: JsonNode = { kind: 'string', text: nameText, value: replayName }
  const members = event.root.kind === 'object' ? event.root.members : new Map<string, JsonNode>()
  return {
    ...event,
    envelope: { ...event.envelope, [REPLAY_NAME]: replayName },
    text,
    root: { kind: 'object', text, members: new Map([...members, [REPLAY_NAME, name]]) },
    ingestedAt: now,
    path: event.path.slice(-1),
  }
}
