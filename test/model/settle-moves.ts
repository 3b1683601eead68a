import { archiveMove } from './archive-moves.js'
import { die } from './death-moves.js'
import { at, HELD, ROW, type State, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { noticeMove } from './notice-moves.js'
import { answerLost, attempts, seen, writeFails } from './row-writes.js'
import { SETTLING } from './settling.js'
import { BLAME, OWNER, STATUS, STEP } from './vocabulary.js'

/** Failures after which an event may be given up; how much time that takes is not modelled. */
const GIVE_UP_AT = 1

const VERBS = {
  handOver: 'hands over',
  handOverFailed: 'hands over, with a failure,',
  release: 'releases',
} as const

/** The next row that a worker settles, then its notices. False when there is nothing left. */
export function settleNext(model: Model, state: State, worker: number, emit: Emit): boolean {
  for (let row = 0; row < model.layout.rows; row += 1) {
    const step = at(state, model.layout.held(worker, row) + HELD.step)
    const isOutcome = (step >= STEP.accepted && step <= STEP.held) || step === STEP.noticeFirst
    if (!isOutcome) continue
    settle(model, state, worker, row, step, emit)
    return true
  }
  for (let row = 0; row < model.layout.rows; row += 1) {
    const step = at(state, model.layout.held(worker, row) + HELD.step)
    if (step === STEP.owesNotice || step === STEP.noticeSent)
      noticeMove(model, state, worker, row, step, emit)
    else if (step === STEP.archiving) archiveMove(model, state, worker, row, emit)
    else continue
    return true
  }
  return false
}

function settle(model: Model, state: State, worker: number, row: number, step: number, emit: Emit): void {
  switch (step) {
    case STEP.accepted:
      mark(model, state, worker, row, emit)
      break
    case STEP.rejected:
      die(model, state, worker, row, 'rejected', emit)
      break
    case STEP.noticeFirst:
      die(model, state, worker, row, 'after its notice', emit)
      break
    case STEP.held:
      hold(model, state, worker, row, emit)
      break
    case STEP.failed:
    case STEP.isolated:
    case STEP.along:
      if (step === STEP.failed && attempts(model, state, row) >= GIVE_UP_AT)
        die(model, state, worker, row, 'given up', emit)
      fencedStep(model, state, worker, row, SETTLING[step], step, emit)
  }
}

function mark(model: Model, state: State, worker: number, row: number, emit: Emit): void {
  const next = model.next(state)
  const before = at(state, model.layout.row(row) + ROW.status)
  const isArchived = at(next, WORLD.archive) === 1
  const values = { newOwner: OWNER.A, newDue: model.freshFence(next, row) }
  const made = model.write(next, row, isArchived ? 'publishForArchive' : SETTLING[STEP.accepted], values, {
    worker,
    isMark: true,
  })
  // Rows that stay keep a run small.
  if (!model.config.ttl) next[model.layout.row(row) + ROW.ttl] = 0
  if (made && before === STATUS.DEAD) model.cover('delivered beats dead')
  if (model.allows('tableAnswerLost')) answerLost(model, state, next, worker, row, emit)
  model.finish(next, worker, row)
  emit({ verb: made ? 'marks as published' : 'need not mark', worker, row }, next)
  if (!model.may(state, 'markFails')) return
  for (const comesAgain of model.layout.isRelay(worker) ? [false, true] : [false]) {
    const failed = model.faulty(state)
    model.charge(failed, row)
    model.finish(failed, worker, row, comesAgain)
    emit({ verb: comesAgain ? 'cannot mark, and reports,' : 'cannot mark', worker, row }, failed, true)
  }
}

/** Released by a sweeper, left alone by the relay, whose record comes again. */
function hold(model: Model, state: State, worker: number, row: number, emit: Emit): void {
  if (!model.layout.isRelay(worker)) {
    fencedStep(model, state, worker, row, SETTLING[STEP.held], STEP.held, emit)
    return
  }
  const next = model.next(state)
  model.finish(next, worker, row, true)
  emit({ verb: 'holds', worker, row }, next)
}

function fencedStep(
  model: Model,
  state: State,
  worker: number,
  row: number,
  name: 'handOver' | 'handOverFailed' | 'release',
  step: number,
  emit: Emit,
): void {
  const next = model.next(state)
  const made = model.write(
    next,
    row,
    name,
    {
      ...seen(model, state, worker, row),
      newOwner: OWNER.R,
      newDue: model.freshFence(next, row),
      dueNow: name === 'release',
      attempts: attempts(model, state, row) + 1,
    },
    { worker },
  )
  if (made && step === STEP.failed) next[model.layout.row(row) + ROW.blame] = BLAME.failed
  if (model.allows('tableAnswerLost')) answerLost(model, state, next, worker, row, emit)
  model.finish(next, worker, row)
  emit({ verb: made ? VERBS[name] : 'is too late to settle', worker, row }, next)
  writeFails(model, state, worker, row, emit)
}
