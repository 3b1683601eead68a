import { AwsError } from '../../aws-error.js'
import type { AcceptedEvent } from '../accepted-event.js'
import type { EventBus } from '../event-bus.js'
import type { Archive, ArchiveSize } from './archive.js'
import { type ArchivedEvent, ArchivedEvents } from './archived-events.js'
import { REPLAY_NAME } from './replayed-event.js'

/**
 * "There may be a delay between an event being received on an event bus and the event arriving in the archive. We
 * recommend you delay replaying archived events for 10 minutes." Each event takes up to that long here. Milliseconds.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html
 */
const LONGEST_DELAY = 600_000

/** The archives of one account in one Region, with their events. */
export class Archives {
  readonly #now: () => number
  readonly #random: () => number
  readonly #archives = new Map<string, Archive>()
  readonly #events = new Map<string, ArchivedEvents>()

  constructor(now: () => number, random: () => number) {
    this.#now = now
    this.#random = random
  }

  /** @throws AwsError ResourceAlreadyExistsException */
  add(archive: Archive): void {
    if (this.#archives.has(archive.name)) {
      throw new AwsError('ResourceAlreadyExistsException', `Archive ${archive.name} already exists.`)
    }
    this.#archives.set(archive.name, archive)
    this.#events.set(archive.name, new ArchivedEvents())
  }

  /** Replaces the archive of the same name; its events stay. */
  update(archive: Archive): void {
    this.#archives.set(archive.name, archive)
  }

  delete(name: string): void {
    this.#archives.delete(name)
    this.#events.delete(name)
  }

  /** @throws AwsError ResourceNotFoundException */
  get(name: string): Archive {
    const archive = this.#archives.get(name)
    if (archive !== undefined) return archive
    throw new AwsError('ResourceNotFoundException', `Archive ${name} does not exist.`)
  }

  findByArn(arn: string): Archive | undefined {
    return [...this.#archives.values()].find((archive) => archive.arn === arn)
  }

  list(): readonly Archive[] {
    return [...this.#archives.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** An event that came to a bus. An event of a replay is not archived again. */
  offer(event: AcceptedEvent, bus: EventBus): void {
    if (REPLAY_NAME in event.envelope) return
    for (const archive of this.#archives.values()) {
      if (archive.eventSourceArn !== bus.arn) continue
      if (archive.filter !== undefined && !archive.filter.pattern.matches(event.envelope)) continue
      const now = this.#now()
      const events = this.#events.get(archive.name)
      events?.expire(archive.retentionDays, now)
      events?.add(event, now + this.#random() * LONGEST_DELAY)
    }
  }

  /** Those that have arrived and are within the retention. */
  eventsOf({ name, retentionDays }: Archive): readonly ArchivedEvent[] {
    const now = this.#now()
    const events = this.#events.get(name)
    events?.expire(retentionDays, now)
    return events?.arrived(retentionDays, now) ?? []
  }

  sizeOf(archive: Archive): ArchiveSize {
    const events = this.eventsOf(archive)
    const sizeBytes = events.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0)
    return { eventCount: events.length, sizeBytes }
  }
}
