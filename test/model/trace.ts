import { canonical } from './canonical.js'
import { at, ROW, type State } from './layout.js'
import type { Model } from './model.js'
import type { Move } from './move.js'
import { moves } from './moves.js'
import type { StateStore } from './state-store.js'
import { OWNER_NAMES, STATUS_NAMES, STEP_NAMES, THERE } from './vocabulary.js'

/** How a state was reached, a line for each move: who does what, and how the rows stand afterwards. */
export function trace(model: Model, store: StateStore, target: number): string[] {
  const lines: string[] = []
  const path = store.path(target)
  for (const [index, from] of path.entries()) {
    const to = path[index + 1]
    if (to === undefined) break
    let line: string | undefined
    moves(model, store.get(from), (move, next) => {
      if (line !== undefined) return
      const reached = next.slice()
      if (store.is(to, canonical(next, model.layout, model.config.protocol.fencesDiffer)))
        line = traceLine(model, move, reached)
    })
    lines.push(line ?? 'an unknown move')
  }
  return lines
}

export function traceLine(model: Model, move: Move, state: State): string {
  return `${moveText(model, move).padEnd(60)} ${rowsText(model, state)}`
}

function moveText({ layout }: Model, { verb, worker, row, rows, outcomes }: Move): string {
  const who = worker === undefined ? [] : [workerName(layout.relays, layout.workers, worker)]
  const whom = row === undefined ? (rows ?? []) : [row]
  const named = whom.map((event, index) => {
    const outcome = outcomes?.[index]
    return outcome === undefined ? `e${event + 1}` : `e${event + 1}: ${STEP_NAMES[outcome]}`
  })
  return [...who, verb, named.join(', ')].filter((part) => part !== '').join(' ')
}

function workerName(relays: number, workers: number, worker: number): string {
  const isRelay = worker < relays
  const several = isRelay ? relays > 1 : workers - relays > 1
  const number = several ? ` ${(isRelay ? worker : worker - relays) + 1}` : ''
  return `${isRelay ? 'relay' : 'sweeper'}${number}`
}

function rowsText({ layout }: Model, state: State): string {
  return Array.from({ length: layout.rows }, (_, row) => {
    const offset = layout.row(row)
    const times = `published ${at(state, offset + ROW.publications)}x`
    if (state[offset + ROW.there] === THERE.notYet) return 'not yet'
    if (state[offset + ROW.there] === THERE.gone) return `gone, ${times}`
    const status = STATUS_NAMES[at(state, offset + ROW.status)]
    return `${status}/${OWNER_NAMES[at(state, offset + ROW.owner)]} ${times}`
  }).join(' | ')
}
