import { at, HELD, type State, WORKER } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'

/** A published row is in the archive and goes, or there is no archive any more and TTL shall take it. */
export function archiveMove(model: Model, state: State, worker: number, row: number, emit: Emit): void {
  const next = model.next(state)
  if (at(state, model.layout.worker(worker) + WORKER.cursor) === 1) {
    const made = model.write(next, row, 'expire', {})
    model.finish(next, worker, row)
    emit({ verb: made ? 'gives a TTL to' : 'need not give a TTL to', worker, row }, next)
    return
  }
  const made = model.write(next, row, 'archive', {
    seenDue: at(state, model.layout.held(worker, row) + HELD.fence),
  })
  model.finish(next, worker, row)
  emit({ verb: made ? 'deletes, archived,' : 'need not delete, archived,', worker, row }, next)
}
