import { at, HELD, ROW, type State } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { writeFails } from './row-writes.js'
import { OWNER, STEP } from './vocabulary.js'

/** A worker sends the notice of a death, then writes that it is out. */
export function noticeMove(
  model: Model,
  state: State,
  worker: number,
  row: number,
  step: number,
  emit: Emit,
): void {
  const offset = model.layout.row(row)
  const held = model.layout.held(worker, row)
  const death = at(state, held + HELD.death)
  const next = model.next(state)
  if (step === STEP.owesNotice) {
    next[offset + ROW.messages] = at(next, offset + ROW.messages) | death
    next[offset + ROW.told] = at(next, offset + ROW.told) | death
    next[held + HELD.step] = STEP.noticeSent
    emit({ verb: 'sends the notice of', worker, row }, next)
    if (!model.may(state, 'queueFails')) return
    const failed = model.faulty(state)
    model.finish(failed, worker, row)
    emit({ verb: 'cannot send the notice of', worker, row }, failed, true)
    return
  }
  const made = model.write(next, row, 'noticeSent', { diedAt: death, newOwner: OWNER.D })
  model.finish(next, worker, row)
  emit(
    { verb: made ? 'writes that the notice is out of' : 'has no notice to write down of', worker, row },
    next,
  )
  writeFails(model, state, worker, row, emit)
}
