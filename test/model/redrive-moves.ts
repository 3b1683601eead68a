import { INVARIANT } from './invariants.js'
import { at, ROW, type State, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { BLAME, OWNER, STATUS, THERE } from './vocabulary.js'

/** People list the dead and send redrive messages; the redrive function takes them, SQS delivers at least once. */
export function redriveMoves(model: Model, state: State, emit: Emit): void {
  for (let row = 0; row < model.layout.rows; row += 1) {
    const offset = model.layout.row(row)
    const messages = at(state, offset + ROW.messages)
    const death = at(state, offset + ROW.diedAt)
    const isDead = state[offset + ROW.there] === THERE.yes && state[offset + ROW.status] === STATUS.DEAD
    if (isDead && at(state, WORLD.redrivesLeft) > 0 && (messages & death) === 0) {
      const next = model.next(state)
      next[offset + ROW.messages] = messages | death
      emit({ verb: 'a person sees the death of', row }, next, true)
    }
    for (let message = 1; message <= messages; message <<= 1) {
      if ((messages & message) === 0) continue
      take(model, state, row, message, false, emit)
      if (model.allows('messageTwice')) take(model, state, row, message, true, emit)
    }
  }
}

function take(model: Model, state: State, row: number, message: number, isKept: boolean, emit: Emit): void {
  const offset = model.layout.row(row)
  const next = model.next(state)
  const made = model.write(next, row, 'redrive', {
    diedAt: message,
    newOwner: OWNER.R,
    newDue: model.freshFence(next, row),
    dueNow: true,
  })
  if (made) {
    if (at(state, WORLD.redrivesLeft) === 0) return
    next[WORLD.redrivesLeft] = at(state, WORLD.redrivesLeft) - 1
    next[offset + ROW.blame] = BLAME.none
    const redriven = at(next, offset + ROW.redriven)
    if ((redriven & message) !== 0) model.violate(INVARIANT.oneRedelivery)
    next[offset + ROW.redriven] = redriven | message
  } else if (isKept) return
  if (!isKept) {
    next[offset + ROW.messages] = at(next, offset + ROW.messages) & ~message
    // Nobody will ask whether this death was told of.
    if (next[offset + ROW.diedAt] !== message)
      next[offset + ROW.told] = at(next, offset + ROW.told) & ~message
  }
  const verb = made ? 'a redrive message redrives' : 'a redrive message has nothing to do for'
  emit({ verb: isKept ? `${verb} (and will come again)` : verb, row }, next, true)
}
