import { at, HELD, type Layout, ROW, type State } from './layout.js'
import { AGE, OWNER, STEP } from './vocabulary.js'

/**
 * The one state that stands for all that differ in names only: which of two equal workers is which, and what the
 * fences are called. Changes the state and returns it.
 */
export function canonical(state: State, layout: Layout, fencesDiffer: boolean): State {
  sortPair(state, layout, 0, layout.relays)
  sortPair(state, layout, layout.relays, layout.workers)
  for (let row = 0; row < layout.rows; row += 1) {
    const offset = layout.row(row)
    // Nothing falls due without an owner who waits for it.
    const owner = at(state, offset + ROW.owner)
    if (owner === OWNER.none || owner === OWNER.N || owner === OWNER.D) state[offset + ROW.age] = AGE.young
    if (fencesDiffer) renameFences(state, layout, row)
  }
  return state
}

/** By first appearance. 0, the fence of the row's birth, which the stream shows, keeps its name. */
function renameFences(state: State, layout: Layout, row: number): void {
  const names: number[] = []
  rename(state, layout.row(row) + ROW.due, names)
  for (let worker = layout.relays; worker < layout.workers; worker += 1) {
    const held = layout.held(worker, row)
    const step = at(state, held + HELD.step)
    const holdsFence = (step >= STEP.read && step <= STEP.held) || step === STEP.archiving
    if (holdsFence) rename(state, held + HELD.fence, names)
    else state[held + HELD.fence] = 0
  }
}

function rename(state: State, index: number, names: number[]): void {
  const fence = at(state, index)
  if (fence === 0) return
  const known = names.indexOf(fence)
  state[index] = known < 0 ? names.push(fence) : known + 1
}

/** Of two workers from `first` to `end`, the smaller one first. */
function sortPair(state: State, layout: Layout, first: number, end: number): void {
  if (end - first < 2) return
  const { workerBytes } = layout
  const a = layout.worker(first)
  const b = layout.worker(first + 1)
  for (let index = 0; index < workerBytes; index += 1) {
    const difference = at(state, b + index) - at(state, a + index)
    if (difference === 0) continue
    if (difference > 0) return
    const copy = state.slice(a, a + workerBytes)
    state.copyWithin(a, b, b + workerBytes)
    state.set(copy, b)
    return
  }
}
