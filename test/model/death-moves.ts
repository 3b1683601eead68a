import { INVARIANT } from './invariants.js'
import { at, HELD, ROW, type State } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { answerLost, attempts, seen, writeFails } from './row-writes.js'
import { SETTLING } from './settling.js'
import { BLAME, OWNER, STEP } from './vocabulary.js'

/** A worker writes the death of a row that it holds; the notice comes after it. */
export function die(model: Model, state: State, worker: number, row: number, why: string, emit: Emit): void {
  const { layout, config } = model
  const offset = layout.row(row)
  const held = layout.held(worker, row)
  const isAfterNotice = why === 'after its notice'
  const next = model.next(state)
  const death = isAfterNotice ? at(state, held + HELD.death) : model.freshDeath(state, row)
  if (!config.protocol.rowDiesFirst && !isAfterNotice) {
    next[offset + ROW.messages] = at(next, offset + ROW.messages) | death
    next[offset + ROW.told] = at(next, offset + ROW.told) | death
    next[held + HELD.death] = death
    next[held + HELD.step] = STEP.noticeFirst
    emit({ verb: 'sends, before the row dies, the notice of', worker, row }, next)
    return
  }
  const isGivenUpAtOnce =
    why === 'given up' && at(state, offset + ROW.redriven) !== 0 && state[offset + ROW.blame] !== BLAME.failed
  const made = model.write(
    next,
    row,
    SETTLING[STEP.rejected],
    {
      ...seen(model, state, worker, row),
      newOwner: isAfterNotice ? OWNER.D : OWNER.N,
      newDue: model.freshFence(next, row),
      diedAt: death,
      attempts: attempts(model, state, row) + 1,
    },
    { worker },
  )
  if (made) {
    if (isGivenUpAtOnce) model.violate(INVARIANT.cleanAccount)
    next[offset + ROW.blame] = BLAME.died
    next[offset + ROW.redriven] = at(next, offset + ROW.redriven) & ~death
    if (!isAfterNotice) next[offset + ROW.told] = at(next, offset + ROW.told) & ~death
    if (model.allows('tableAnswerLost')) answerLost(model, state, next, worker, row, emit)
  } else if (isAfterNotice) model.violate(INVARIANT.noticeOfADeath)
  if (made && !isAfterNotice) {
    next[held + HELD.step] = STEP.owesNotice
    next[held + HELD.fence] = 0
    next[held + HELD.death] = death
  } else model.finish(next, worker, row)
  emit({ verb: made ? `writes the death (${why}) of` : 'need not write the death of', worker, row }, next)
  if (why === 'rejected') writeFails(model, state, worker, row, emit)
}
