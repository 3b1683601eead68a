import { setImmediate } from 'node:timers/promises'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { streamRecord } from '../relay/stream-records.js'
import { ArchiveModel } from './archive-model.js'
import { Bus, POISONS } from './bus.js'
import { Calls, type Fault, type PendingCall } from './calls.js'
import { chance } from './chance.js'
import type { Draw } from './draw.js'
import type { Environment, MappingModel, Surroundings } from './environment.js'
import { type EventRecord, type Item, nameOfDeath } from './event-record.js'
import { FINDING, Findings } from './findings.js'
import { type Batch, Lane } from './lane.js'
import { Ledger } from './ledger.js'
import { Pool } from './pool.js'
import { redriveProcess, relayProcess, sweeperProcess } from './processes.js'
import { Queues, readNotice } from './queues.js'
import { START, TIMES, type WorldSettings } from './settings.js'
import { Staff } from './staff.js'
import type { Table, TableOptions } from './table.js'
import type { Worker } from './worker.js'

const LANES = 2
/** How long a request may be under way before its caller gives it up. Milliseconds. */
const CALL_TIMEOUT = 5_000

/** The outbox's functions, and around them a world in which nothing happens until it is told to. */
export class World {
  now: number = START
  readonly settings: WorldSettings
  readonly findings: Findings = new Findings()
  readonly ledger: Ledger
  readonly calls: Calls
  readonly staff: Staff
  readonly bus: Bus
  readonly queues: Queues
  readonly mapping: MappingModel = { state: 'Enabled', changedAt: START }
  readonly archive: ArchiveModel
  readonly lanes: readonly Lane[] = Array.from({ length: LANES }, () => new Lane())
  readonly table: Table
  readonly surroundings: Surroundings
  readonly relays: Pool<DynamoDBStreamEvent, DynamoDBBatchResponse>
  readonly sweepers: Pool<undefined, void>
  readonly redrives: Pool<SQSEvent, SQSBatchResponse>
  readonly #environments = new WeakMap<Worker, Environment>()
  #written = 0
  #poisonRate: number

  constructor(settings: WorldSettings, tableOf: (options: TableOptions) => Table) {
    chance.restart(settings.seed)
    this.settings = settings
    this.#poisonRate = settings.poisonRate
    const now = (): number => this.now
    this.ledger = new Ledger(this.findings, {
      now,
      strictOrder: settings.strictOrder,
      giveUpAfter: TIMES.giveUpAfter,
      graceOf: (worker) => this.#graceOf(worker),
      workers: () => this.staff.running,
    })
    this.calls = new Calls(now)
    this.staff = new Staff(this.ledger, this.calls, now)
    this.bus = new Bus(this.ledger, now)
    this.queues = new Queues(this.ledger)
    this.archive = new ArchiveModel(this.ledger, settings.archive)
    const { calls, bus, queues, mapping, archive } = this
    this.surroundings = { calls, bus, queues, mapping, archive, now }
    this.table = tableOf({ ledger: this.ledger, committed: (rows) => this.#committed(rows) })
    const common = {
      threw: (worker: Worker, error: unknown) => {
        if (worker.role !== 'relay') this.findings.violate(FINDING.thrown, `${worker.name}: ${String(error)}`)
      },
      runs: (worker: Worker, environment: Environment) => {
        this.#environments.set(worker, environment)
      },
    }
    this.relays = new Pool(
      {
        ...common,
        role: 'relay',
        timeout: TIMES.relayTimeout,
        start: (environment) => relayProcess(environment, this.table, settings),
      },
      this.staff,
      this.surroundings,
    )
    this.sweepers = new Pool(
      {
        ...common,
        role: 'sweeper',
        timeout: TIMES.sweeperTimeout,
        start: (environment) => sweeperProcess(environment, this.table, settings),
      },
      this.staff,
      this.surroundings,
    )
    this.redrives = new Pool(
      {
        ...common,
        role: 'redrive',
        timeout: TIMES.redriveTimeout,
        start: (environment) => redriveProcess(environment, this.table),
      },
      this.staff,
      this.surroundings,
    )
  }

  /** Until every worker waits for a call, or is done. */
  async quiet(): Promise<void> {
    // All that goes on between two calls are microtasks, which are over before the next turn of the event loop.
    await setImmediate()
  }

  /** Gives the next batch of a lane to a relay. */
  deliver(lane: Lane, size: number, isCold: boolean, maxAge: number = TIMES.maxRecordAge): Batch | undefined {
    const gaveUp = (event: EventRecord): void => {
      event.hasLeftRelay = true
      this.ledger.count('given up by the mapping')
    }
    const batch = lane.take({ size, now: this.now, maxAge, gaveUp })
    if (batch === undefined) return undefined
    this.relays.invoke(
      { Records: batch.records.map(({ record }) => record) },
      {
        isCold,
        over: (answer) => {
          if (answer === undefined) lane.failed(batch, gaveUp)
          else lane.answered(batch, answer.value.batchItemFailures[0]?.itemIdentifier)
        },
      },
    )
    return batch
  }

  sweep(isCold: boolean): void {
    this.sweepers.invoke(undefined, { isCold, over: () => undefined })
  }

  /** Gives messages of the redrive queue to its consumer. */
  consume(most: number, isCold: boolean): boolean {
    const event = this.queues.receive(most)
    if (event === undefined) return false
    const all = event.Records.map(({ messageId }) => messageId)
    const worker = this.redrives.invoke(event, {
      isCold,
      over: (answer) =>
        this.queues.received(
          event,
          answer === undefined
            ? all
            : answer.value.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
        ),
    })
    for (const { body } of event.Records) {
      const { row, diedAt } = readNotice(body)
      worker.messages.add(nameOfDeath(row.sortKey, diedAt))
    }
    return true
  }

  /** Lets a call go on; the caller too, unless it dies of it. */
  async release(call: PendingCall, fault: Fault, bits: number): Promise<string> {
    if (call.wakesAt !== undefined) this.now = Math.max(this.now, call.wakesAt)
    if (call.isLethal()) {
      this.calls.drop(call)
      this.staff.kill(call.worker)
      return 'lethal'
    }
    const isTooOld = !this.bus.exists && call.canFail && this.now - call.since > CALL_TIMEOUT
    const kind = isTooOld && fault === 'none' ? 'lost' : fault
    await call.release(call.canFail ? kind : 'none', bits)
    await this.quiet()
    return call.canFail ? kind : 'none'
  }

  /** Time goes on; whoever has none left is stopped, or seldom goes on unheard. */
  pass(milliseconds: number, draw?: Draw): void {
    this.now += milliseconds
    for (const worker of [...this.staff.running]) {
      if (this.now < worker.deadline || worker.isOver) continue
      if (draw?.oneIn(2) === true) {
        this.ledger.count('stalled')
        this.staff.abandon(worker)
      } else this.staff.kill(worker)
    }
  }

  /** From now on everything works, and nothing is wrong with any event. */
  endFaults(): void {
    this.#poisonRate = 0
    this.bus.outage = 'none'
    this.bus.exists = true
    this.bus.poison.clear()
    this.queues.isDown = false
    this.mapping.state = 'Enabled'
    this.table.stopLagging()
  }

  /** A transaction took effect: its fresh rows come into the stream, together but in any order. */
  #committed(rows: readonly Item[]): void {
    const events = this.ledger.committed(rows)
    for (const { id } of events)
      if (chance.next() * 100 < this.#poisonRate)
        this.bus.poison.set(id, POISONS[Math.floor(chance.next() * POISONS.length)] ?? 'malformed')
    for (const event of shuffled(events.filter(({ hasLeftRelay }) => !hasLeftRelay))) {
      this.#written += 1
      this.laneOf(event).append({
        event,
        record: streamRecord(event.born, String(this.#written)),
        at: this.now,
      })
    }
  }

  laneOf({ aggregate }: EventRecord): Lane {
    const lane = this.lanes[aggregate.charCodeAt(0) % LANES]
    if (lane === undefined) throw new TypeError('There is no lane')
    return lane
  }

  /** The short one once this very environment was told twice, far enough apart, that nothing reaches the relay. */
  #graceOf(worker: Worker): number {
    const since = this.#environments.get(worker)?.stoppedSince
    const isStopped = since !== undefined && this.now - since > TIMES.relayTimeout
    return isStopped ? TIMES.shortGrace : TIMES.grace
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  const rest = [...list]
  const result: T[] = []
  while (rest.length > 0) result.push(...rest.splice(Math.floor(chance.next() * rest.length), 1))
  return result
}
