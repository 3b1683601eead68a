import { canonical } from './canonical.js'
import { modelConfig, type Settings } from './config.js'
import { EdgeList } from './edge-list.js'
import { INVARIANT, type Invariant } from './invariants.js'
import { Model } from './model.js'
import { moves } from './moves.js'
import { StateStore } from './state-store.js'
import { trace, traceLine } from './trace.js'

export interface Exploration {
  readonly states: number
  readonly edges: number
  readonly depth: number
  /** The largest number of publications of one event. */
  readonly mostPublications: number
  /** Whether a run without faults can go round in circles: retries of what fails for ever. */
  readonly hasCycle: boolean
  /** Transitions that were made or lost, and other situations that a run should meet. */
  readonly covered: ReadonlyMap<string, number>
  readonly violation?: Violation
}

export interface Violation {
  readonly invariant: Invariant
  /** A shortest way to it. */
  readonly trace: readonly string[]
}

/**
 * Visits every state that the system can reach, breadth first, and stops at the first one that breaks an invariant.
 * If none does, it asks of each state whether every event can still come to its end without any further fault.
 */
export function explore(settings: Settings): Exploration {
  const model = new Model(modelConfig(settings))
  const { fencesDiffer } = model.config.protocol
  const store = new StateStore(model.layout.length)
  const faultFree = new EdgeList()
  let edges = 0
  let violation: Violation | undefined
  store.intern(canonical(model.initial(), model.layout, fencesDiffer), -1)

  for (let number = 0; number < store.count && violation === undefined; number += 1)
    moves(model, store.get(number), (move, next, isFault = false) => {
      if (violation !== undefined) return
      edges += 1
      const invariant = model.violation ?? model.judge(next)
      if (invariant !== undefined) {
        const last = traceLine(model, move, next)
        violation = { invariant, trace: [...trace(model, store, number), last] }
        return
      }
      const reached = store.intern(canonical(next, model.layout, fencesDiffer), number)
      if (!isFault && reached !== number) faultFree.add(number, reached)
    })

  let hasCycle = false
  if (violation === undefined) {
    const [stuck] = faultFree.stuck(store.count, (number) => model.isSettled(store.get(number)))
    if (stuck !== undefined) violation = { invariant: INVARIANT.liveness, trace: trace(model, store, stuck) }
    hasCycle = faultFree.hasCycle(store.count)
  }
  return {
    states: store.count,
    edges,
    depth: store.depth(store.count - 1),
    mostPublications: model.mostPublications,
    hasCycle,
    covered: model.covered,
    violation,
  }
}

/** A violation as a person reads it. */
export function report({ invariant, trace: lines }: Violation): string {
  return [invariant, ...lines.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`)].join('\n')
}
