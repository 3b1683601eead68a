import {
  DescribeEventBusCommand,
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge'
import type { Clock } from '../clock.js'
import { entryBytes } from '../event/entry-bytes.js'
import { PUT_EVENTS_MAX_BYTES, PUT_EVENTS_MAX_ENTRIES } from '../limits.js'
import { HEARTBEAT } from '../telemetry.js'
import { classifyCallError, sendError } from './classify-call-error.js'
import { classifyEntry } from './classify-entry.js'
import type { EventDestination, OutgoingEvent, SendError, SendResult } from './event-destination.js'

export interface EventBridgeDestinationOptions {
  /**
   * With `maxAttempts: 1`: delivery repeats what must be repeated, entry by entry; the SDK would send accepted
   * entries again.
   */
  readonly client: EventBridgeClient
  readonly eventBusArn: string
  /** Of the outbox: the heartbeat event carries it. */
  readonly name: string
  /** The longest that one call may last, the look at the bus before it included. Milliseconds. */
  readonly callTimeout: number
  readonly clock: Clock
}

/** PutEvents to a bus that does not exist answers success and drops the events, so a sighting may be this old. */
const BUS_SEEN_FOR = 60_000

/** An EventBridge bus. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export class EventBridgeDestination implements EventDestination {
  readonly maxEntries: number = PUT_EVENTS_MAX_ENTRIES
  readonly maxBytes: number = PUT_EVENTS_MAX_BYTES
  readonly #options: EventBridgeDestinationOptions
  #busSeenAt = Number.NEGATIVE_INFINITY
  #sighting: Promise<SendError | undefined> | undefined

  constructor(options: EventBridgeDestinationOptions) {
    this.#options = options
  }

  bytesOf(event: OutgoingEvent): number {
    return entryBytes(event)
  }

  async send(events: readonly OutgoingEvent[]): Promise<SendResult> {
    const limit = this.#limit()
    const unseen = await this.#seeBus(limit)
    if (unseen !== undefined) return { kind: 'unavailable', error: unseen }
    try {
      const entries = events.map((event) => this.#entry(event))
      const answer = await this.#put(entries, limit)
      return { kind: 'answered', entries: events.map((_, index) => classifyEntry(answer[index])) }
    } catch (error) {
      return classifyCallError(error)
    }
  }

  async probe(): Promise<SendError | undefined> {
    const limit = this.#limit()
    const unseen = await this.#seeBus(limit)
    if (unseen !== undefined) return unseen
    try {
      const heartbeat = {
        EventBusName: this.#options.eventBusArn,
        Source: HEARTBEAT.source,
        DetailType: HEARTBEAT.detailType,
        Detail: JSON.stringify({ outbox: this.#options.name }),
      }
      const [entry] = await this.#put([heartbeat], limit)
      const result = classifyEntry(entry)
      return result.kind === 'accepted' ? undefined : result.error
    } catch (error) {
      return sendError(error)
    }
  }

  /** One limit for the look at the bus and the call behind it: together they are what a call lasts. */
  #limit(): AbortSignal {
    return AbortSignal.timeout(this.#options.callTimeout)
  }

  async #put(entries: PutEventsRequestEntry[], abortSignal: AbortSignal) {
    const command = new PutEventsCommand({ Entries: entries })
    const { Entries } = await this.#options.client.send(command, { abortSignal })
    return Entries ?? []
  }

  #entry(event: OutgoingEvent): PutEventsRequestEntry {
    return {
      EventBusName: this.#options.eventBusArn,
      Source: event.source,
      DetailType: event.type,
      Detail: event.detail,
      Time: new Date(event.time),
      TraceHeader: event.traceHeader,
    }
  }

  /** Undefined when the bus will have been seen within the last minute even at the end of a call that starts now. */
  async #seeBus(limit: AbortSignal): Promise<SendError | undefined> {
    const { clock, callTimeout } = this.#options
    // A clock that was set back makes a sighting lie in the future: it proves nothing.
    const age = clock.now() - this.#busSeenAt
    if (age >= 0 && age + callTimeout <= BUS_SEEN_FOR) return undefined
    // Calls that start together share one look.
    this.#sighting ??= this.#describeBus(limit).finally(() => {
      this.#sighting = undefined
    })
    return this.#sighting
  }

  async #describeBus(abortSignal: AbortSignal): Promise<SendError | undefined> {
    const { client, eventBusArn, clock } = this.#options
    // Seen when the question was asked, not when the answer came.
    const askedAt = clock.now()
    try {
      await client.send(new DescribeEventBusCommand({ Name: eventBusArn }), { abortSignal })
      this.#busSeenAt = askedAt
      return undefined
    } catch (error) {
      return sendError(error)
    }
  }
}
