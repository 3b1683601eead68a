import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import type { Clock } from '../clock.js'
import { EventBridgeDestination } from '../destination/event-bridge-destination.js'
import type { OutgoingEvent } from '../destination/event-destination.js'
import { entryBytes } from '../event/entry-bytes.js'
import { REPLAY_MARK } from '../event/replay-mark.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import { markEntries } from './mark-entries.js'
import type { ReplayTarget } from './replay-target.js'
import type { ReplayedEvent } from './replayed-event.js'

export interface BusTargetOptions {
  /** With `maxAttempts: 1`, and for nothing else: all it puts is marked from now on. */
  readonly client: EventBridgeClient
  readonly eventBusArn: string
  /** Of the outbox. */
  readonly outboxName: string
  readonly clock: Clock
}

/** Milliseconds. */
const CALL_TIMEOUT = 10_000

/** The outbox's bus: all rules see the events, marked as a replay. */
export function busTarget({ client, eventBusArn, outboxName, clock }: BusTargetOptions): ReplayTarget {
  markEntries(client)
  const destination = new EventBridgeDestination({
    client,
    eventBusArn,
    // The heartbeats of an outbox prove that its sweeper is at work: the alarm counts those that have its name.
    name: `replay of ${outboxName}`,
    callTimeout: CALL_TIMEOUT,
    clock,
  })
  return {
    maxEntries: destination.maxEntries,
    maxBytes: destination.maxBytes,
    bytesOf: (event) => entryBytes({ ...outgoing(event), resources: [REPLAY_MARK] }),
    mayJoin: () => true,
    mayDenyOne: true,
    send: (events) => destination.send(events.map(outgoing)),
    probe: () => destination.probe(),
  }
}

function outgoing(event: ReplayedEvent): OutgoingEvent {
  return {
    source: event.source,
    type: event.eventType,
    detail: event.detail,
    time: event.occurredAt,
    traceHeader: wellFormedTraceHeader(event.traceHeader),
  }
}
