import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge'
import { ATTRIBUTE } from '../../lib/store/layout.js'
import { keyText, type RowKey, rowIdentity } from '../../lib/store/row-key.js'
import { INVARIANT } from '../model/invariants.js'
import { type EventRecord, type Item, nameOfDeath } from './event-record.js'
import { FINDING, type Findings } from './findings.js'
import { overtaken } from './overtaken.js'
import { RowWatch, type RowWatchOptions } from './row-watch.js'
import type { Answer, Worker } from './worker.js'

export interface LedgerOptions extends Omit<RowWatchOptions, 'findings' | 'take' | 'count'> {
  readonly strictOrder: boolean
}

/**
 * Sees everything that has an effect, when it has it, and judges it by what was committed and by what happened to the
 * workers. It knows nothing of the code's fences and conditions.
 */
export class Ledger {
  readonly events: EventRecord[] = []
  readonly findings: Findings
  /** How often what happened. */
  readonly counts: Map<string, number> = new Map()
  readonly #byKey = new Map<string, EventRecord>()
  readonly #byId = new Map<string, EventRecord>()
  readonly #byAggregate = new Map<string, EventRecord[]>()
  readonly #rows: RowWatch
  readonly #options: LedgerOptions
  #transactions = 0

  constructor(findings: Findings, options: LedgerOptions) {
    this.findings = findings
    this.#options = options
    this.#rows = new RowWatch({
      ...options,
      findings,
      take: (worker, event) => this.#take(worker, event),
      count: (what) => this.count(what),
    })
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  ofKey(key: RowKey): EventRecord | undefined {
    return this.#byKey.get(keyText(key))
  }

  ofId(id: string): EventRecord | undefined {
    return this.#byId.get(id)
  }

  /** A transaction took effect with these rows; in their order. */
  committed(rows: readonly Item[]): EventRecord[] {
    this.#transactions += 1
    return rows.map((born, index) => {
      const key = { partition: String(born['pk']), sort: String(born['sk']) }
      const identity = rowIdentity(key)
      const event: EventRecord = {
        id: key.sort,
        name: `${identity?.aggregateId}${(this.#byAggregate.get(String(identity?.aggregateId))?.length ?? 0) + 1}`,
        key,
        aggregate: String(identity?.aggregateId),
        born,
        transaction: this.#transactions,
        index,
        row: born,
        holder: undefined,
        acceptances: 0,
        swallowed: 0,
        allowance: 0,
        hasLeftRelay: String(born[ATTRIBUTE.shard]).startsWith('S'),
        failedInPart: false,
        isSplit: false,
        place: 0,
        archived: 0,
        deaths: new Set(),
        notices: new Set(),
        redriven: new Set(),
        failures: 0,
        refusedAt: undefined,
      }
      this.events.push(event)
      this.#byKey.set(keyText(key), event)
      this.#byId.set(event.id, event)
      const siblings = this.#byAggregate.get(event.aggregate) ?? []
      siblings.push(event)
      this.#byAggregate.set(event.aggregate, siblings)
      return event
    })
  }

  /** A relay learns by its look-up that the rows are still its own. */
  lookedUp(worker: Worker, keys: readonly RowKey[]): void {
    for (const key of keys) {
      const event = this.ofKey(key)
      const isFresh = event?.row?.[ATTRIBUTE.status] === 'PENDING' && ownerOf(event.row) === 'P'
      if (event !== undefined && isFresh && worker.role === 'relay') this.#take(worker, event)
    }
  }

  /** A row as it is after a write of the worker. */
  wrote(worker: Worker, key: RowKey, after: Item | undefined): void {
    const event = this.ofKey(key)
    if (event === undefined) {
      if (after !== undefined) this.findings.violate(INVARIANT.noCreation, keyText(key))
      return
    }
    this.#rows.wrote(worker, event, after)
  }

  /** The archive holds an event. */
  archived(
    worker: Worker,
    { eventId, detail }: { readonly eventId: string; readonly detail: unknown },
  ): void {
    const event = this.ofId(eventId)
    if (event === undefined) {
      this.findings.violate(INVARIANT.committed, `${worker.name} archives ${eventId}`)
      return
    }
    if (event.acceptances + event.swallowed === 0) this.findings.violate(FINDING.published, event.name)
    if (detail !== event.born[ATTRIBUTE.detail]) this.findings.violate(FINDING.bytes, event.name)
    event.archived += 1
    if (event.archived > 1) this.count('archived again')
  }

  deleted(event: EventRecord): void {
    event.row = undefined
  }

  /** EventBridge takes an entry. */
  published(worker: Worker, entry: PutEventsRequestEntry, explained: boolean): void {
    const event = this.ofId(idOf(entry))
    if (event === undefined) {
      this.findings.violate(INVARIANT.committed, idOf(entry))
      return
    }
    if (!explained) event.allowance += 1
    this.#compareBytes(event, entry)
    const passed = overtaken(event, this.#byAggregate.get(event.aggregate) ?? [], worker, this.#options)
    if (event.acceptances === 0 && passed !== undefined)
      this.findings.violate(FINDING.order, `${worker.name}: ${event.name} before ${passed.name}`)
    event.acceptances += 1
    if (event.acceptances > 1) this.count('duplicate')
    if (event.acceptances > 1 + event.allowance)
      this.findings.violate(
        INVARIANT.duplicates,
        `${worker.name}: ${event.name}, number ${event.acceptances} where ${1 + event.allowance} are explained`,
      )
  }

  /** The worker is told what became of an entry. */
  told(worker: Worker, event: EventRecord, answer: Answer): void {
    worker.answers.set(event, answer)
    if (answer === 'accepted') worker.accepted.add(event)
    if (answer !== 'refused' && answer !== 'malformed') return
    event.failures += 1
    if (answer === 'refused') event.refusedAt ??= this.#options.now()
  }

  /** The queue takes a notice. */
  noticed(key: RowKey, diedAt: string): void {
    const event = this.ofKey(key)
    if (event?.deaths.has(diedAt) !== true)
      this.findings.violate(INVARIANT.noticeOfADeath, `${keyText(key)} ${diedAt}`)
    else event.notices.add(diedAt)
  }

  /** The worker's process is gone: what it held may be published once more. */
  died(worker: Worker): void {
    for (const event of worker.holds) event.allowance += 1
    worker.holds.clear()
  }

  /** The worker has answered: what it could not mark may be published once more. */
  ended(worker: Worker): void {
    for (const event of worker.accepted) {
      if (event.row?.[ATTRIBUTE.status] !== 'PENDING' && event.row?.[ATTRIBUTE.status] !== 'DEAD') continue
      event.allowance += 1
      this.count('failed mark')
    }
    worker.holds.clear()
  }

  isDead({ id }: EventRecord, diedAt: string, worker: Worker): boolean {
    return worker.messages.has(nameOfDeath(id, diedAt))
  }

  #take(worker: Worker, event: EventRecord): void {
    if (worker.holds.has(event)) return
    for (const other of this.#options.workers())
      if (other !== worker && other.holds.has(event)) {
        event.allowance += 1
        this.count('held by two')
      }
    worker.holds.add(event)
  }

  #compareBytes(event: EventRecord, entry: PutEventsRequestEntry): void {
    const { source, type, detail, time, trace } = ATTRIBUTE
    const expected = [source, type, detail, time, trace].map((name) => event.born[name])
    const sent = [entry.Source, entry.DetailType, entry.Detail, entry.Time?.toISOString(), entry.TraceHeader]
    if (JSON.stringify(sent) !== JSON.stringify(expected)) this.findings.violate(FINDING.bytes, event.name)
  }
}

export function ownerOf(row: Item | undefined): string {
  return String(row?.[ATTRIBUTE.shard] ?? '').slice(0, 1)
}

/** The id in an entry's detail. */
export function idOf(entry: PutEventsRequestEntry): string {
  return (JSON.parse(entry.Detail ?? '{}') as { metadata?: { eventId?: string } }).metadata?.eventId ?? ''
}
