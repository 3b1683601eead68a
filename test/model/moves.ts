import { at, type State, WORKER } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { redriveMoves } from './redrive-moves.js'
import { answerBatch, lookUpBatch, startBatch } from './relay-moves.js'
import { sendNext } from './send-moves.js'
import { settleNext } from './settle-moves.js'
import { claimNext, startSweep } from './sweeper-moves.js'
import { PHASE } from './vocabulary.js'
import { worldMoves } from './world-moves.js'

/** Everything that can happen next. */
export function moves(model: Model, state: State, emit: Emit): void {
  worldMoves(model, state, emit)
  redriveMoves(model, state, emit)
  for (let worker = 0; worker < model.layout.workers; worker += 1) workerMoves(model, state, worker, emit)
}

function workerMoves(model: Model, state: State, worker: number, emit: Emit): void {
  const isRelay = model.layout.isRelay(worker)
  const phase = at(state, model.layout.worker(worker) + WORKER.phase)
  if (phase === PHASE.idle) {
    if (isRelay) startBatch(model, state, worker, emit)
    else startSweep(model, state, worker, emit)
    return
  }
  if (model.may(state, isRelay ? 'relayCrash' : 'sweeperCrash')) {
    const next = model.faulty(state)
    model.crash(next, worker)
    emit({ verb: 'crashes', worker }, next, true)
  }
  if (phase === PHASE.taken) lookUpBatch(model, state, worker, emit)
  else if (!isRelay && claimNext(model, state, worker, emit)) return
  else if (sendNext(model, state, worker, emit)) return
  else if (settleNext(model, state, worker, emit)) return
  else if (isRelay) answerBatch(model, state, worker, emit)
}
