import { at, HELD, ROW, type State, WORKER, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { BUS, MAPPING, OWNER, PHASE, STATUS, STEP, THERE } from './vocabulary.js'

const BATCH = 2

/** The mapping hands a relay its next records, or gives one up. */
export function startBatch(model: Model, state: State, worker: number, emit: Emit): void {
  const { layout, config } = model
  const offset = layout.worker(worker)
  const cursor = at(state, offset + WORKER.cursor)
  const length = at(state, WORLD.logLength)
  if (state[WORLD.mapping] === MAPPING.disabled || cursor >= length) return
  for (let batch = 1; batch <= Math.min(BATCH, length - cursor); batch += 1) {
    const next = model.next(state)
    next[offset + WORKER.phase] = PHASE.taken
    next[offset + WORKER.batch] = batch
    const rows = config.log.slice(cursor, cursor + batch)
    for (const row of rows) next[layout.held(worker, row) + HELD.step] = STEP.read
    emit({ verb: 'takes', worker, rows }, next)
  }
  if (model.may(state, 'mappingGivesUp')) {
    const next = model.faulty(state)
    next[offset + WORKER.cursor] = cursor + 1
    emit({ verb: 'gets no more of', worker, row: config.log[cursor] }, next, true)
  }
}

/** The relay checks the bus and asks the table who owns the rows of its batch. */
export function lookUpBatch(model: Model, state: State, worker: number, emit: Emit): void {
  const { layout, config } = model
  const next = model.next(state)
  next[layout.worker(worker) + WORKER.phase] = PHASE.active
  if (state[WORLD.bus] === BUS.missing) {
    for (let row = 0; row < layout.rows; row += 1)
      if (state[layout.held(worker, row) + HELD.step] !== STEP.idle)
        model.letGo(next, worker, row, STEP.again)
    emit({ verb: 'sees no bus and holds its batch', worker }, next)
    return
  }
  const withSweeper = new Set<number | undefined>()
  for (let row = 0; row < layout.rows; row += 1) {
    const held = layout.held(worker, row)
    if (state[held + HELD.step] !== STEP.read) continue
    const offset = layout.row(row)
    const aggregate = config.events[row]?.aggregate
    const isPending = state[offset + ROW.there] === THERE.yes && state[offset + ROW.status] === STATUS.PENDING
    const isOurs = isPending && state[offset + ROW.owner] === OWNER.P
    const isTaken = isOurs || !config.protocol.looksUp
    next[held + HELD.step] = isTaken ? STEP.have : STEP.done
    if (isTaken) model.acquire(next, worker, row)
    if (!config.protocol.followsAlong) continue
    if (isOurs && withSweeper.has(aggregate)) next[held + HELD.step] = STEP.along
    if (isPending && state[offset + ROW.owner] === OWNER.R) withSweeper.add(aggregate)
  }
  emit({ verb: 'looks up its batch', worker }, next)
}

/** The relay's answer to the mapping: the first record that must come again, if there is one. */
export function answerBatch(model: Model, state: State, worker: number, emit: Emit): void {
  const { layout, config } = model
  const offset = layout.worker(worker)
  const cursor = at(state, offset + WORKER.cursor)
  const rows = config.log.slice(cursor, cursor + at(state, offset + WORKER.batch))
  const first = rows.findIndex((row) => state[layout.held(worker, row) + HELD.step] === STEP.again)
  const next = model.next(state)
  for (const row of rows) model.letGo(next, worker, row)
  next[offset + WORKER.phase] = PHASE.idle
  next[offset + WORKER.batch] = 0
  next[offset + WORKER.cursor] = cursor + (first < 0 ? rows.length : first)
  if (first < 0) emit({ verb: 'answers that all is done', worker }, next)
  else emit({ verb: 'asks for the batch again from', worker, row: rows[first] }, next)
}
