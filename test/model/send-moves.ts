import { at, HELD, type State, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { BUS, STEP } from './vocabulary.js'

/** One way in which an entry of a call can end, and whether that is a fault of the services. */
interface EntryEnd {
  readonly step: number
  readonly isFault: boolean
}

/**
 * The next call of a worker: one to all of the events that it has in hand of one aggregate, in order. False when
 * there is nothing to send.
 */
export function sendNext(model: Model, state: State, worker: number, emit: Emit): boolean {
  const { layout, config } = model
  const waiting: number[] = []
  for (let row = 0; row < layout.rows; row += 1)
    if (state[layout.held(worker, row) + HELD.step] === STEP.have) waiting.push(row)
  const first = waiting[0]
  if (first === undefined) return false
  const aggregate = waiting.filter((row) => config.events[row]?.aggregate === config.events[first]?.aggregate)
  if (state[WORLD.bus] === BUS.missing && config.protocol.checksBusAgain) {
    const next = model.next(state)
    setSteps(model, next, worker, aggregate, STEP.held)
    emit({ verb: 'checks the bus again, sees none, holds', worker, rows: aggregate }, next)
    return true
  }
  for (let size = 1; size <= aggregate.length; size += 1)
    call(model, state, worker, aggregate.slice(0, size), aggregate.slice(size), emit)
  return true
}

function call(
  model: Model,
  state: State,
  worker: number,
  sent: readonly number[],
  rest: readonly number[],
  emit: Emit,
): void {
  for (const kind of ['outage', 'answerLost'] as const) {
    if (!model.may(state, kind)) continue
    const next = model.faulty(state)
    if (kind === 'answerLost')
      for (const row of sent) {
        model.publish(next, row)
        model.charge(next, row)
      }
    setSteps(model, next, worker, [...sent, ...rest], STEP.held)
    const verb = kind === 'outage' ? 'meets an outage with' : 'publishes, without hearing of it,'
    emit({ verb, worker, rows: sent }, next, true)
  }
  for (const ends of answersTo(model, sent, at(state, WORLD.faultsLeft)))
    answered(model, state, worker, sent, rest, ends, emit)
}

/** The answer is read entry by entry; what is behind a failure of its aggregate is not sent. */
function answered(
  model: Model,
  state: State,
  worker: number,
  sent: readonly number[],
  rest: readonly number[],
  ends: readonly EntryEnd[],
  emit: Emit,
): void {
  const steps = judged(
    model,
    ends.map(({ step }) => step),
  )
  const next = model.next(state)
  const faults = ends.filter(({ isFault }) => isFault).length
  next[WORLD.faultsLeft] = at(state, WORLD.faultsLeft) - faults
  for (const [index, row] of sent.entries()) {
    const step = steps[index] as number
    if (step === STEP.accepted) model.publish(next, row)
    next[model.layout.held(worker, row) + HELD.step] = step
  }
  if (steps.includes(STEP.held)) setSteps(model, next, worker, rest, STEP.held)
  else if ((steps.includes(STEP.failed) || steps.includes(STEP.isolated)) && goAlong(model, worker))
    setSteps(model, next, worker, rest, STEP.along)
  emit({ verb: 'sends', worker, rows: sent, outcomes: steps }, next, faults > 0)
}

function goAlong(model: Model, worker: number): boolean {
  return model.layout.isRelay(worker) || !model.config.protocol.sweeperSendsFollowers
}

/** Without a probe, a call of which no entry passes looks like an outage, also when it is one entry's fault. */
function judged(model: Model, steps: readonly number[]): readonly number[] {
  if (model.config.protocol.probes) return steps
  const isNobodys = steps.every((step) => step !== STEP.accepted && step !== STEP.rejected)
  return isNobodys ? steps.map(() => STEP.held) : steps
}

function entryEnds(model: Model, row: number): EntryEnd[] {
  switch (model.config.events[row]?.kind) {
    case 'bad':
      return [{ step: STEP.rejected, isFault: false }]
    case 'poison':
      return [{ step: STEP.failed, isFault: false }]
    default: {
      const ends: EntryEnd[] = [{ step: STEP.accepted, isFault: false }]
      if (model.allows('rejected')) ends.push({ step: STEP.rejected, isFault: true })
      if (model.allows('recordFails')) ends.push({ step: STEP.failed, isFault: true })
      if (model.allows('isolated')) ends.push({ step: STEP.isolated, isFault: true })
      if (model.allows('throttled')) ends.push({ step: STEP.held, isFault: true })
      return ends
    }
  }
}

/** By model, call and number of faults: they are asked for at every step. */
const answers = new WeakMap<Model, Map<string, EntryEnd[][]>>()

/** Every mix of ends that the run's faults still allow. */
function answersTo(model: Model, sent: readonly number[], faultsLeft: number): readonly EntryEnd[][] {
  const known = answers.get(model) ?? new Map<string, EntryEnd[][]>()
  answers.set(model, known)
  const name = `${sent.join()} ${faultsLeft}`
  const found =
    known.get(name) ??
    mixes(
      sent.map((row) => entryEnds(model, row)),
      faultsLeft,
    )
  known.set(name, found)
  return found
}

function mixes(ends: readonly (readonly EntryEnd[])[], faultsLeft: number): EntryEnd[][] {
  return ends
    .reduce<EntryEnd[][]>(
      (known, choices) => known.flatMap((mix) => choices.map((choice) => [...mix, choice])),
      [[]],
    )
    .filter((mix) => mix.filter(({ isFault }) => isFault).length <= faultsLeft)
}

function setSteps(model: Model, state: State, worker: number, rows: readonly number[], step: number): void {
  for (const row of rows) state[model.layout.held(worker, row) + HELD.step] = step
}
