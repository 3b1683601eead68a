import type { TransitionName } from '../../lib/store/transitions.js'
import { type AbstractStep, abstractStep, type StepValues } from './abstract-step.js'
import type { Fault, ModelConfig } from './config.js'
import { INVARIANT, type Invariant } from './invariants.js'
import { at, HELD, Layout, ROW, type State, WORKER, WORLD } from './layout.js'
import { AGE, BLAME, BUS, OWNER, PHASE, STATUS, STEP, THERE } from './vocabulary.js'

/** Who writes, and whether it is proven success, which alone may touch a row that somebody else holds. */
export interface Writer {
  readonly worker?: number
  readonly isMark?: boolean
}

const MAX_COUNT = 9
const DEATHS = [1, 2, 4, 8, 16, 32, 64, 128]
const FENCE_HOLDERS = { first: STEP.have, last: STEP.held }

/** The table, the services, and the eyes of an observer who judges every move. */
export class Model {
  readonly config: ModelConfig
  readonly layout: Layout
  /** Steps that were made, and that found their condition false. */
  readonly covered: Map<string, number> = new Map()
  violation: Invariant | undefined
  mostPublications = 0
  readonly #steps: Readonly<Record<TransitionName, AbstractStep>>
  readonly #kinds: ReadonlySet<Fault>

  constructor(config: ModelConfig) {
    this.config = config
    this.layout = new Layout(config)
    this.#kinds = new Set(config.kinds)
    this.#steps = Object.fromEntries(
      Object.entries(config.transitions).map(([name, transition]) => [name, abstractStep(transition)]),
    ) as Record<TransitionName, AbstractStep>
  }

  initial(): State {
    const state = new Uint8Array(this.layout.length)
    state[WORLD.bus] = BUS.there
    state[WORLD.archive] = this.config.archive ? 1 : 0
    state[WORLD.faultsLeft] = this.config.faults
    state[WORLD.redrivesLeft] = this.config.redrives
    return state
  }

  /** A copy to be changed into a successor. */
  next(state: State): State {
    this.violation = undefined
    return state.slice()
  }

  may(state: State, fault: Fault): boolean {
    return at(state, WORLD.faultsLeft) > 0 && this.#kinds.has(fault)
  }

  allows(fault: Fault): boolean {
    return this.#kinds.has(fault)
  }

  /** A copy in which one fault more has happened. */
  faulty(state: State): State {
    const next = this.next(state)
    next[WORLD.faultsLeft] = at(next, WORLD.faultsLeft) - 1
    return next
  }

  violate(invariant: Invariant): void {
    this.violation ??= invariant
  }

  /** A conditional write, as the code's data has it. */
  write(state: State, row: number, name: TransitionName, values: StepValues, writer: Writer = {}): boolean {
    const step = this.#steps[name]
    const offset = this.layout.row(row)
    const wasThere = at(state, offset + ROW.there) === THERE.yes
    const before = at(state, offset + ROW.status)
    const held =
      writer.isMark !== true && writer.worker !== undefined && this.#isHeld(state, row, writer.worker)
    const made = step.apply(state, offset, values)
    this.cover(made ? name : `${name}: lost`)
    if (!made) return false
    if (!wasThere) this.violate(INVARIANT.noCreation)
    if (held) this.violate(name === 'claim' ? INVARIANT.leaseStolen : INVARIANT.fence)
    if (state[offset + ROW.there] === THERE.gone && before !== STATUS.PUBLISHED)
      this.violate(INVARIANT.deletedPublished)
    if (wasThere && before === STATUS.PUBLISHED && state[offset + ROW.status] !== STATUS.PUBLISHED)
      this.violate(INVARIANT.publishedStays)
    return true
  }

  /** Another worker holds the row under a lease that has not lapsed. */
  #isHeld(state: State, row: number, worker: number): boolean {
    const offset = this.layout.row(row)
    if (state[offset + ROW.owner] !== OWNER.R || state[offset + ROW.age] !== AGE.young) return false
    if (state[offset + ROW.status] !== STATUS.PENDING) return false
    return this.holders(state, row).some((holder) => holder !== worker)
  }

  /** Sweepers that hold the row under its present fence. */
  holders(state: State, row: number): number[] {
    const due = at(state, this.layout.row(row) + ROW.due)
    const holders: number[] = []
    for (let worker = this.layout.relays; worker < this.layout.workers; worker += 1) {
      const held = this.layout.held(worker, row)
      const step = at(state, held + HELD.step)
      if (step >= FENCE_HOLDERS.first && step <= FENCE_HOLDERS.last && state[held + HELD.fence] === due)
        holders.push(worker)
    }
    return holders
  }

  /** A fence that nobody has, and that the row has not. */
  freshFence(state: State, row: number): number {
    const due = at(state, this.layout.row(row) + ROW.due)
    if (!this.config.protocol.fencesDiffer) return due === 1 ? 2 : 1
    for (let fence = 1; ; fence += 1) {
      if (fence === due) continue
      let isUsed = false
      for (let worker = this.layout.relays; worker < this.layout.workers; worker += 1) {
        const held = this.layout.held(worker, row)
        if (state[held + HELD.step] !== STEP.idle && state[held + HELD.fence] === fence) isUsed = true
      }
      if (!isUsed) return fence
    }
  }

  /** A death that nobody speaks of any more. */
  freshDeath(state: State, row: number): number {
    const offset = this.layout.row(row)
    let used = at(state, offset + ROW.diedAt) | at(state, offset + ROW.messages)
    for (let worker = 0; worker < this.layout.workers; worker += 1)
      used |= at(state, this.layout.held(worker, row) + HELD.death)
    const free = DEATHS.find((death) => (used & death) === 0)
    if (free === undefined) throw new RangeError('The model has no name for one more death')
    return free
  }

  /** EventBridge takes the event. */
  publish(state: State, row: number): void {
    const offset = this.layout.row(row)
    if (state[offset + ROW.there] === THERE.notYet) this.violate(INVARIANT.committed)
    if (state[WORLD.bus] !== BUS.there) {
      state[offset + ROW.intoNothing] = 1
      if (state[WORLD.bus] === BUS.missing) this.violate(INVARIANT.busSeen)
      return
    }
    const publications = this.#raise(state, offset + ROW.publications)
    this.mostPublications = Math.max(this.mostPublications, publications)
    const explained =
      1 +
      at(state, offset + ROW.charged) +
      (this.config.overlapsAllowed ? at(state, offset + ROW.overlaps) : 0)
    if (publications > explained) this.violate(INVARIANT.duplicates)
  }

  /** A fault that may cost one more publication of this event. */
  charge(state: State, row: number): void {
    this.#raise(state, this.layout.row(row) + ROW.charged)
  }

  /** A worker takes an event in hand; if another one has it in flight, they overlap. */
  acquire(state: State, worker: number, row: number): void {
    for (let other = 0; other < this.layout.workers; other += 1) {
      const step = at(state, this.layout.held(other, row) + HELD.step)
      if (other === worker || (step !== STEP.have && step !== STEP.accepted)) continue
      this.cover('two workers have one event in flight')
      this.#raise(state, this.layout.row(row) + ROW.overlaps)
      return
    }
  }

  /** The worker is gone with all that it had in its hands. */
  crash(state: State, worker: number): void {
    for (let row = 0; row < this.layout.rows; row += 1) {
      if (state[this.layout.held(worker, row) + HELD.step] === STEP.accepted) this.charge(state, row)
      this.letGo(state, worker, row)
    }
    const offset = this.layout.worker(worker)
    state[offset + WORKER.phase] = PHASE.idle
    state[offset + WORKER.batch] = 0
    if (!this.layout.isRelay(worker)) state[offset + WORKER.cursor] = 0
  }

  letGo(state: State, worker: number, row: number, step: number = STEP.idle): void {
    const held = this.layout.held(worker, row)
    state[held + HELD.step] = step
    state[held + HELD.fence] = 0
    state[held + HELD.death] = 0
  }

  /** The worker is through with a row. A sweep ends with its last row; a relay's batch with its answer. */
  finish(state: State, worker: number, row: number, comesAgain = false): void {
    if (this.layout.isRelay(worker)) {
      this.letGo(state, worker, row, comesAgain ? STEP.again : STEP.done)
      return
    }
    this.letGo(state, worker, row)
    this.endSweep(state, worker)
  }

  endSweep(state: State, worker: number): void {
    for (let row = 0; row < this.layout.rows; row += 1)
      if (state[this.layout.held(worker, row) + HELD.step] !== STEP.idle) return
    state[this.layout.worker(worker) + WORKER.phase] = PHASE.idle
    state[this.layout.worker(worker) + WORKER.cursor] = 0
  }

  cover(what: string): void {
    this.covered.set(what, (this.covered.get(what) ?? 0) + 1)
  }

  /** What is wrong with a state as such. */
  judge(state: State): Invariant | undefined {
    for (let row = 0; row < this.layout.rows; row += 1) {
      const offset = this.layout.row(row)
      if (state[offset + ROW.there] !== THERE.yes) continue
      const status = at(state, offset + ROW.status)
      const owner = at(state, offset + ROW.owner)
      if (!fits(status, owner)) return INVARIANT.ownerFitsStatus
      if (status !== STATUS.DEAD) continue
      const isTold = (at(state, offset + ROW.told) & at(state, offset + ROW.diedAt)) !== 0
      if (owner !== OWNER.N && !isTold) return INVARIANT.noticeOwedOrSent
      if (state[offset + ROW.blame] === BLAME.none && this.config.protocol.rowDiesFirst)
        return INVARIANT.deadForAReason
    }
    return undefined
  }

  /** Every event is where it may stay for ever. */
  isSettled(state: State): boolean {
    if (at(state, WORLD.committed) < this.config.transactions.length) return false
    for (let row = 0; row < this.layout.rows; row += 1) {
      const offset = this.layout.row(row)
      if (state[offset + ROW.there] === THERE.gone) continue
      const owner = state[offset + ROW.owner]
      const status = state[offset + ROW.status]
      if (status === STATUS.PUBLISHED ? owner === OWNER.A : owner !== OWNER.D) return false
    }
    return true
  }

  #raise(state: State, index: number): number {
    const value = Math.min(MAX_COUNT, at(state, index) + 1)
    state[index] = value
    return value
  }
}

function fits(status: number, owner: number): boolean {
  if (status === STATUS.PENDING) return owner <= OWNER.R
  if (status === STATUS.DEAD) return owner === OWNER.N || owner === OWNER.D
  return owner === OWNER.A || owner === OWNER.none
}
