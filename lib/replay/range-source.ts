import type { S3Client } from '@aws-sdk/client-s3'
import type { ArchivePlace } from './archive-objects.js'
import { ArchiveSource } from './archive-source.js'
import { ArchiverRace, CLOCK_SLACK } from './archiver-race.js'
import { idTime } from './id-time.js'
import { rangePlace, rangePlaceText } from './range-place.js'
import { ReplayError } from './replay-error.js'
import type { ReplayFilters } from './replay-filters.js'
import type { ReplaySource, SourceItem } from './source-item.js'
import { WaitingRows, type WaitingRowsOptions } from './waiting-rows.js'

export interface RangeSourceOptions extends Omit<WaitingRowsOptions, 'filters'> {
  readonly archive: ArchivePlace & { readonly client: S3Client }
  readonly filters: ReplayFilters
  /** Also what was archived before the replay began; else only what was a row then. */
  readonly isArchiveMeant: boolean
  /** When the replay was planned; the same for whoever goes on with it. ISO 8601, UTC. */
  readonly asOf: string
}

/** Around the time in the id of a row that was gone. Milliseconds. */
const AROUND = 60_000

/**
 * The events of a range, oldest first: what the archive had when the replay began, then the rows that wait for it, then
 * what went from the rows to the archive before it could be read here. Each event is in one of the three.
 */
export class RangeSource implements ReplaySource {
  readonly #options: RangeSourceOptions

  constructor(options: RangeSourceOptions) {
    this.#options = options
  }

  async *read(after?: string): AsyncGenerator<SourceItem, void, undefined> {
    const { isArchiveMeant, asOf } = this.#options
    const place = after === undefined ? undefined : rangePlace(after)
    const race = new ArchiverRace(asOf, place === undefined || place.part === 'archive' ? [] : place.gaps)
    if (isArchiveMeant && (place === undefined || place.part === 'archive'))
      yield* this.#archived(race, place?.at)
    if (place?.part !== 'late') yield* this.#rows(race, place?.part === 'rows' ? place.entry : undefined)
    yield* this.#late(race, place?.part === 'late' && place.at !== '' ? place.at : undefined)
  }

  async *#archived(race: ArchiverRace, after?: string): AsyncGenerator<SourceItem, void, undefined> {
    const source = this.#source((writtenAt) => (writtenAt > race.begunAt ? 'ignore' : 'give'))
    for await (const item of source.read(after))
      yield { ...item, position: rangePlaceText({ part: 'archive', at: item.position }) }
  }

  async *#rows(
    race: ArchiverRace,
    after: Parameters<WaitingRows['read']>[1],
  ): AsyncGenerator<SourceItem, void, undefined> {
    for await (const { item, entry } of new WaitingRows(this.#options).read(race, after))
      yield { ...item, position: rangePlaceText({ part: 'rows', entry, gaps: race.gaps }) }
  }

  async *#late(race: ArchiverRace, after?: string): AsyncGenerator<SourceItem, void, undefined> {
    const { isArchiveMeant } = this.#options
    const source = this.#source((writtenAt) => {
      if (race.mayHoldMissed(writtenAt)) return 'give'
      // What was archived before is sent, if it is meant at all; what is archived later was read as a row.
      return writtenAt > race.begunAt || isArchiveMeant ? 'know' : 'ignore'
    })
    let at = after ?? ''
    for await (const item of source.read(after)) {
      at = item.position
      const position = rangePlaceText({ part: 'late', at, gaps: race.gaps })
      if (item.kind === 'event') race.gone.delete(item.event.eventId)
      if (item.kind === 'event' && race.isKnown(item.event.eventId)) yield { kind: 'passed', position }
      else yield { ...item, position }
    }
    if (race.gone.size > 0)
      yield* this.#gone(race.gone, rangePlaceText({ part: 'late', at, gaps: race.gaps }))
  }

  /** Rows that were deleted while the replay ran, though no object of that time has them. */
  async *#gone(gone: ReadonlySet<string>, position: string): AsyncGenerator<SourceItem, void, undefined> {
    const { archive, filters, isArchiveMeant } = this.#options
    const left = new Set(gone)
    const times = [...gone].flatMap((eventId) => idTime(eventId) ?? [])
    const isTold = times.length === gone.size
    const range = isTold
      ? {
          since: new Date(times.reduce((a, b) => Math.min(a, b)) - AROUND).toISOString(),
          until: new Date(times.reduce((a, b) => Math.max(a, b)) + AROUND).toISOString(),
        }
      : filters
    for await (const item of new ArchiveSource({
      ...archive,
      since: range.since,
      until: range.until,
    }).read()) {
      if (item.kind !== 'event' || !left.delete(item.event.eventId)) yield { kind: 'passed', position }
      // Deleted long after it was archived, so it came from there where that is meant.
      else yield isArchiveMeant ? { kind: 'passed', position } : { ...item, position }
      if (left.size === 0) return
    }
    for (const eventId of left)
      yield {
        kind: 'malformed',
        place: `the row of event ${eventId}`,
        reason: 'it was deleted while the replay ran, and is not in the archive',
        position,
      }
  }

  #source(use: (writtenAt: string) => 'give' | 'know' | 'ignore'): ArchiveSource {
    const { archive, filters } = this.#options
    return new ArchiveSource({
      ...archive,
      since: filters.since,
      until: filters.until,
      use: ({ writtenAt, key }) => {
        this.#assertNotAhead(writtenAt, key)
        return use(writtenAt)
      },
    })
  }

  /** What is archived while the replay runs is told by the time: with a clock that is wrong, events would be left out. */
  #assertNotAhead(writtenAt: string, key: string): void {
    const now = this.#options.clock.now()
    if (Date.parse(writtenAt) <= now + CLOCK_SLACK) return
    throw new ReplayError(
      `Expected the clock of this machine to be right within ${CLOCK_SLACK / 60_000} min, but it says ${new Date(now).toISOString()}, and ${key} was written at ${writtenAt}: set the clock, or take --from archive`,
    )
  }
}
