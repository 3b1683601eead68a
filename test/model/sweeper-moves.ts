import { at, HELD, ROW, type State, WORKER, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { AGE, BUS, MAPPING, OWNER, PHASE, STATUS, STEP, THERE } from './vocabulary.js'

/** Rows that one look at the index may show. */
const CHUNK = 2

/** A sweep begins: with rows to deliver, with a notice that is owed, or with a row to archive. */
export function startSweep(model: Model, state: State, worker: number, emit: Emit): void {
  if (state[WORLD.bus] !== BUS.missing) readDueRows(model, state, worker, emit)
  for (let row = 0; row < model.layout.rows; row += 1) {
    const offset = model.layout.row(row)
    if (state[offset + ROW.there] !== THERE.yes) continue
    const owner = state[offset + ROW.owner]
    if (
      owner === OWNER.N &&
      state[offset + ROW.status] === STATUS.DEAD &&
      model.config.protocol.sweeperSendsNotices
    ) {
      const next = begin(model, state, worker)
      const held = model.layout.held(worker, row)
      next[held + HELD.step] = STEP.owesNotice
      next[held + HELD.death] = at(state, offset + ROW.diedAt)
      emit({ verb: 'finds the notice owed of', worker, row }, next)
    }
    if (owner === OWNER.A && state[offset + ROW.age] === AGE.due) {
      const isOff = state[WORLD.archive] === 0
      const next = begin(model, state, worker)
      const held = model.layout.held(worker, row)
      next[held + HELD.step] = STEP.archiving
      next[held + HELD.fence] = at(state, offset + ROW.due)
      next[model.layout.worker(worker) + WORKER.cursor] = isOff ? 1 : 0
      emit({ verb: isOff ? 'finds no archive for' : 'writes to the archive', worker, row }, next)
    }
  }
}

/** The index lags: it may show any rows. What counts is the consistent read of those rows. */
function readDueRows(model: Model, state: State, worker: number, emit: Emit): void {
  const { rows } = model.layout
  const isShort = graceIsShort(model, state)
  for (let shown = 1; shown < 1 << rows; shown += 1) {
    const found = Array.from({ length: rows }, (_, row) => row).filter((row) => (shown & (1 << row)) !== 0)
    if (found.length > CHUNK) continue
    const due = found.filter((row) => isDue(model, state, row, isShort))
    if (due.length === 0) continue
    const next = begin(model, state, worker)
    for (const row of due) {
      const held = model.layout.held(worker, row)
      next[held + HELD.step] = STEP.read
      next[held + HELD.fence] = at(state, model.layout.row(row) + ROW.due)
    }
    emit({ verb: 'reads due rows', worker, rows: due }, next)
  }
}

function isDue(model: Model, state: State, row: number, graceIsShort: boolean): boolean {
  const offset = model.layout.row(row)
  if (state[offset + ROW.there] !== THERE.yes || state[offset + ROW.status] !== STATUS.PENDING) return false
  const age = at(state, offset + ROW.age)
  switch (state[offset + ROW.owner]) {
    case OWNER.P:
      return age === AGE.grace || (graceIsShort && age >= AGE.due)
    case OWNER.S:
      return age === AGE.due
    case OWNER.R:
      return age === AGE.due || !model.config.protocol.checksDue
    default:
      return false
  }
}

function graceIsShort(model: Model, state: State): boolean {
  const { protocol } = model.config
  if (state[WORLD.mapping] === MAPPING.updating) return protocol.updatingIsDisabled
  if (state[WORLD.mapping] !== MAPPING.disabled) return false
  if (!protocol.waitsForQuiet) return true
  for (let relay = 0; relay < model.layout.relays; relay += 1)
    if (state[model.layout.worker(relay) + WORKER.phase] !== PHASE.idle) return false
  return true
}

function begin(model: Model, state: State, worker: number): State {
  const next = model.next(state)
  next[model.layout.worker(worker) + WORKER.phase] = PHASE.active
  return next
}

/** The next row that was read is claimed under the fence that was seen. False when there is none left. */
export function claimNext(model: Model, state: State, worker: number, emit: Emit): boolean {
  for (let row = 0; row < model.layout.rows; row += 1) {
    const held = model.layout.held(worker, row)
    if (state[held + HELD.step] !== STEP.read) continue
    const next = model.next(state)
    const newDue = model.freshFence(state, row)
    const values = { seenDue: at(state, held + HELD.fence), newOwner: OWNER.R, newDue }
    if (!model.write(next, row, 'claim', values, { worker })) {
      model.finish(next, worker, row)
      emit({ verb: 'loses the claim of', worker, row }, next)
      return true
    }
    next[held + HELD.step] = STEP.have
    next[held + HELD.fence] = newDue
    // The lost answer is taken from the row as it is claimed, but nobody works on it: no overlap.
    const unaware = model.may(state, 'tableFails') ? next.slice() : undefined
    model.acquire(next, worker, row)
    emit({ verb: 'claims', worker, row }, next)
    if (unaware === undefined) return true
    model.violation = undefined
    unaware[WORLD.faultsLeft] = at(state, WORLD.faultsLeft) - 1
    model.finish(unaware, worker, row)
    emit({ verb: 'claims, without hearing of it,', worker, row }, unaware, true)
    return true
  }
  return false
}
