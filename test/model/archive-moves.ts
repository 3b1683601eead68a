import { INVARIANT } from './invariants.js'
import { at, ROW, type State, WORKER } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { STATUS, THERE } from './vocabulary.js'

/** A published row is in the archive and goes, or there is no archive any more and TTL shall take it. */
export function archiveMove(model: Model, state: State, worker: number, row: number, emit: Emit): void {
  const offset = model.layout.row(row)
  const next = model.next(state)
  if (at(state, model.layout.worker(worker) + WORKER.cursor) === 1) {
    const made = model.write(next, row, 'expire', {})
    model.finish(next, worker, row)
    emit({ verb: made ? 'gives a TTL to' : 'need not give a TTL to', worker, row }, next)
    return
  }
  if (next[offset + ROW.there] === THERE.yes) {
    if (next[offset + ROW.status] !== STATUS.PUBLISHED) model.violate(INVARIANT.deletedPublished)
    next[offset + ROW.there] = THERE.gone
  }
  model.finish(next, worker, row)
  emit({ verb: 'deletes, archived,', worker, row }, next)
}
