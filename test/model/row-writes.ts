import type { StepValues } from './abstract-step.js'
import { at, HELD, ROW, type State, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'

/** The relay has seen the fence of the row's birth in the stream, a sweeper has written its own. */
export function seen(model: Model, state: State, worker: number, row: number): StepValues {
  return {
    seenDue: model.layout.isRelay(worker) ? 0 : at(state, model.layout.held(worker, row) + HELD.fence),
  }
}

export function attempts(model: Model, state: State, row: number): number {
  return at(state, model.layout.row(row) + ROW.attempts)
}

/** The relay's record comes again, the sweeper's claim lapses. */
export function writeFails(model: Model, state: State, worker: number, row: number, emit: Emit): void {
  if (!model.may(state, 'tableFails')) return
  const next = model.faulty(state)
  model.finish(next, worker, row, true)
  emit({ verb: 'cannot write', worker, row }, next, true)
}

/** The write is made, and the worker takes it for failed. */
export function answerLost(
  model: Model,
  state: State,
  written: State,
  worker: number,
  row: number,
  emit: Emit,
): void {
  if (!model.may(state, 'tableAnswerLost')) return
  const next = written.slice()
  next[WORLD.faultsLeft] = at(next, WORLD.faultsLeft) - 1
  model.finish(next, worker, row, true)
  emit({ verb: 'writes, without hearing of it,', worker, row }, next, true)
}
