import { fenceTime } from '../../lib/store/fence.js'
import { ATTRIBUTE } from '../../lib/store/layout.js'
import { INVARIANT } from '../model/invariants.js'
import { type EventRecord, type Item, nameOfDeath } from './event-record.js'
import { FINDING, type Finding, type Findings } from './findings.js'
import type { Worker } from './worker.js'

export interface RowWatchOptions {
  readonly findings: Findings
  readonly now: () => number
  /** Milliseconds. */
  readonly giveUpAfter: number
  /** How old a row of the relay must be before this sweeper may take it now. Milliseconds. */
  readonly graceOf: (worker: Worker) => number
  /** Those whose process goes on. */
  readonly workers: () => Iterable<Worker>
  /** The worker has the event in its hands from now on. */
  readonly take: (worker: Worker, event: EventRecord) => void
  readonly count: (what: string) => void
}

const OWNERS: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['P', 'S', 'R'],
  PUBLISHED: ['', 'A'],
  DEAD: ['N', 'D'],
}

/** Judges each change of a row by the row before it, whatever condition the code has for it. */
export class RowWatch {
  readonly #options: RowWatchOptions

  constructor(options: RowWatchOptions) {
    this.#options = options
  }

  wrote(worker: Worker, event: EventRecord, after: Item | undefined): void {
    const before = event.row
    if (isSame(before, after)) return
    event.row = after
    const violate = (finding: Finding): void =>
      this.#options.findings.violate(
        finding,
        `${worker.name}: ${event.name} from ${told(before)} to ${told(after)}`,
      )
    if (before === undefined) violate(INVARIANT.noCreation)
    else if (after === undefined) this.#archived(event, before, violate)
    else if (before[ATTRIBUTE.status] === 'PUBLISHED') this.#expires(before, after, violate)
    else {
      if (!OWNERS[String(after[ATTRIBUTE.status])]?.includes(owner(after))) violate(INVARIANT.ownerFitsStatus)
      if (Number(after[ATTRIBUTE.attempts] ?? 0) > event.failures) violate(FINDING.attempts)
      this.#step(worker, event, before, after, violate)
    }
    if (!['P', 'A', ''].includes(owner(after))) event.hasLeftRelay = true
  }

  #step(
    worker: Worker,
    event: EventRecord,
    before: Item,
    after: Item,
    violate: (finding: Finding) => void,
  ): void {
    const status = `${before[ATTRIBUTE.status]} ${after[ATTRIBUTE.status]}`
    if (status === 'PENDING PENDING') {
      if (Number(after[ATTRIBUTE.claims] ?? 0) > Number(before[ATTRIBUTE.claims] ?? 0))
        this.#claimed(worker, event, before, violate)
      else
        this.#settled(
          worker,
          event,
          before,
          violate,
          isReleased(after, this.#options.now()) ? 'released' : 'handed over',
        )
    } else if (status === 'PENDING DEAD') this.#buried(worker, event, before, after, violate)
    else if (status === 'DEAD DEAD') this.#noticed(event, before, after, violate)
    else if (status === 'DEAD PENDING') this.#redriven(worker, event, before, after, violate)
    else {
      this.#options.count(before[ATTRIBUTE.status] === 'DEAD' ? 'marked though dead' : 'marked')
      if (event.acceptances + event.swallowed === 0) violate(FINDING.published)
      event.holder = undefined
      worker.holds.delete(event)
    }
  }

  #archived(event: EventRecord, before: Item, violate: (finding: Finding) => void): void {
    this.#options.count('archived')
    if (before[ATTRIBUTE.status] !== 'PUBLISHED') violate(INVARIANT.deletedPublished)
    if (event.archived === 0) violate(FINDING.archived)
  }

  /** All that may still happen to a published row: it waits for the archive no longer. A call that
   * comes late may say so once more. */
  #expires(before: Item, after: Item, violate: (finding: Finding) => void): void {
    this.#options.count('archive off')
    const isKept = Number(after['expiresAt']) * 1_000 >= fenceTime(String(before[ATTRIBUTE.due]))
    if (after[ATTRIBUTE.status] !== 'PUBLISHED' || owner(after) !== '' || !isKept)
      violate(INVARIANT.publishedStays)
  }

  #claimed(worker: Worker, event: EventRecord, before: Item, violate: (finding: Finding) => void): void {
    const { now, graceOf, take, count } = this.#options
    const wait = owner(before) === 'P' ? graceOf(worker) : 0
    if (worker.role !== 'sweeper' || fenceTime(String(before[ATTRIBUTE.due])) + wait > now())
      violate(INVARIANT.leaseStolen)
    count(event.holder === undefined ? `claimed from ${owner(before)}` : 'claimed after a lapse')
    event.holder = worker
    take(worker, event)
  }

  #settled(
    worker: Worker,
    event: EventRecord,
    before: Item,
    violate: (finding: Finding) => void,
    as: string,
  ): void {
    // Nobody but the relay settles its rows; what is with the sweepers must be claimed, and by this very one.
    const isOwn = owner(before) === 'P' ? worker.role === 'relay' : event.holder === worker
    if (!isOwn) violate(INVARIANT.fence)
    this.#options.count(`${as} by ${worker.role}`)
    event.holder = undefined
    worker.holds.delete(event)
  }

  #buried(
    worker: Worker,
    event: EventRecord,
    before: Item,
    after: Item,
    violate: (finding: Finding) => void,
  ): void {
    const { now, giveUpAfter } = this.#options
    this.#settled(worker, event, before, violate, 'died')
    const answer = worker.answers.get(event)
    const isGivenUp =
      answer === 'refused' && event.refusedAt !== undefined && now() - event.refusedAt >= giveUpAfter
    if (isGivenUp) this.#options.count('given up')
    if (answer !== 'malformed' && !isGivenUp) violate(INVARIANT.deadForAReason)
    const diedAt = String(after[ATTRIBUTE.diedAt])
    if (event.deaths.has(diedAt) || owner(after) !== 'N') violate(INVARIANT.noticeOwedOrSent)
    event.deaths.add(diedAt)
    if (event.deaths.size > 1) this.#options.count('died again')
  }

  #noticed(event: EventRecord, before: Item, after: Item, violate: (finding: Finding) => void): void {
    const diedAt = String(after[ATTRIBUTE.diedAt])
    this.#options.count('notice noted')
    if (diedAt !== before[ATTRIBUTE.diedAt] || !event.notices.has(diedAt)) violate(INVARIANT.noticeOwedOrSent)
  }

  #redriven(
    worker: Worker,
    event: EventRecord,
    before: Item,
    after: Item,
    violate: (finding: Finding) => void,
  ): void {
    const diedAt = String(before[ATTRIBUTE.diedAt])
    this.#options.count('redriven')
    if (!worker.messages.has(nameOfDeath(event.id, diedAt)) || event.redriven.has(diedAt))
      violate(INVARIANT.oneRedelivery)
    event.redriven.add(diedAt)
    event.failures = 0
    event.refusedAt = undefined
    if (after[ATTRIBUTE.attempts] !== undefined || after[ATTRIBUTE.failedAt] !== undefined)
      violate(INVARIANT.cleanAccount)
  }
}

/** Given back untried: due at once. */
function isReleased(after: Item, now: number): boolean {
  return fenceTime(String(after[ATTRIBUTE.due])) <= now
}

function owner(row: Item | undefined): string {
  return String(row?.[ATTRIBUTE.shard] ?? '').slice(0, 1)
}

function told(row: Item | undefined): string {
  if (row === undefined) return 'nothing'
  const names = [ATTRIBUTE.status, ATTRIBUTE.shard, ATTRIBUTE.due, ATTRIBUTE.claims, ATTRIBUTE.diedAt]
  return names.map((name) => String(row[name] ?? '-')).join(' ')
}

function isSame(a: Item | undefined, b: Item | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
