import type { S3Client } from '@aws-sdk/client-s3'
import type { ArchivedEvent } from '../archive/archived-event.js'
import type { ArchiveObject } from './archive-object.js'
import { type ArchivePlace, archiveObjects, type TimeRange } from './archive-objects.js'
import { isLineFault, readArchivedEvent } from './read-archived-event.js'
import { readObject } from './read-object.js'
import { ReplayError } from './replay-error.js'
import { SeenEvents } from './seen-events.js'
import type { ReplaySource, SourceItem } from './source-item.js'
import { unpackedLines } from './unpacked-lines.js'

export interface ArchiveSourceOptions extends ArchivePlace, TimeRange {
  readonly client: S3Client
  /**
   * What becomes of an object: its events are given; are known to have come before, where another object of the hour has
   * them too; or it is as if it were not there.
   *
   * @default - all are given
   */
  readonly use?: (object: ArchiveObject) => 'give' | 'know' | 'ignore'
}

/** What an archive's source comes upon; its events have all that the archive knows of them. */
export type ArchiveItem =
  | Exclude<SourceItem, { kind: 'event' }>
  | { readonly kind: 'event'; readonly event: ArchivedEvent; readonly position: string }

/** A line of an object, from 1. */
interface Place {
  readonly key: string
  readonly line: number
}

/**
 * The archive in S3: hour by hour, in an hour object by object, in an object line by line. An event that was archived
 * twice comes once. One object is in memory at a time, packed, and, where an hour has several, the ids of its events.
 */
export class ArchiveSource implements ReplaySource {
  readonly #options: ArchiveSourceOptions

  constructor(options: ArchiveSourceOptions) {
    this.#options = options
  }

  async *read(after?: string): AsyncGenerator<ArchiveItem, void, undefined> {
    const done = after === undefined ? undefined : placeOf(after)
    const { use = () => 'give' } = this.#options
    for await (const all of this.#hours(done)) {
      const used = all.filter((object) => use(object) !== 'ignore')
      const objects = used.slice(0, used.findLastIndex((object) => use(object) === 'give') + 1)
      // What was done of this hour is read once more, for what came twice is known by what came before.
      const seen = objects.length > 1 ? new SeenEvents() : undefined
      for (const object of objects) {
        const isGiven = use(object) === 'give'
        for await (const item of this.#object(object.key, done, seen)) if (isGiven) yield item
      }
    }
  }

  async *#hours(done: Place | undefined): AsyncGenerator<ArchiveObject[], void, undefined> {
    const { client, ...place } = this.#options
    let hour: ArchiveObject[] = []
    for await (const object of archiveObjects(client, place, place)) {
      if (hour[0] !== undefined && hour[0].hour !== object.hour) {
        if (!isDone(hour, done)) yield hour
        hour = []
      }
      hour.push(object)
    }
    if (hour.length > 0 && !isDone(hour, done)) yield hour
  }

  async *#object(
    key: string,
    done: Place | undefined,
    seen: SeenEvents | undefined,
  ): AsyncGenerator<ArchiveItem, void, undefined> {
    const { client, bucket } = this.#options
    if (seen === undefined && done !== undefined && key < done.key) return
    const isBehind = (line: number): boolean =>
      done !== undefined && (key < done.key || (key === done.key && line <= done.line))
    const bytes = await readObject(client, bucket, key)
    let line = 0
    try {
      for await (const text of unpackedLines(bytes)) {
        line += 1
        const item = readLine(text, { key, line }, seen)
        if (!isBehind(line)) yield item
      }
    } catch (error) {
      if (!isDamage(error)) throw error
      const place = { key, line: line + 1 }
      if (!isBehind(place.line)) yield { ...malformed(place, 'the object cannot be unpacked from there on') }
    }
  }
}

function readLine(text: Buffer, place: Place, seen: SeenEvents | undefined): ArchiveItem {
  const event = readArchivedEvent(text)
  if (isLineFault(event)) return malformed(place, event.reason)
  const position = positionOf(place)
  if (seen?.add(event.eventId) === false) return { kind: 'duplicate', position }
  return { kind: 'event', event, position }
}

function malformed(place: Place, reason: string): Extract<ArchiveItem, { kind: 'malformed' }> {
  return {
    kind: 'malformed',
    place: `line ${place.line} of ${place.key}`,
    reason,
    position: positionOf(place),
  }
}

/** All of the hour's objects are before the one that was last at work: keys sort by time. */
function isDone(hour: readonly ArchiveObject[], done: Place | undefined): boolean {
  const last = hour.at(-1)
  return done !== undefined && last !== undefined && last.key < done.key && !isSameHour(last.key, done.key)
}

function isSameHour(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('/')) === other.slice(0, other.lastIndexOf('/'))
}

function positionOf({ key, line }: Place): string {
  return `${key}:${line}`
}

function placeOf(position: string): Place {
  const [, key, line] = /^(.+):(\d+)$/.exec(position) ?? []
  if (key === undefined) throw new ReplayError('The position that was noted is no place in the archive')
  return { key, line: Number(line) }
}

/** zlib's codes begin so: the bytes are not what was written. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
