import { INVARIANT } from './invariants.js'
import { at, HELD, ROW, type State, WORKER, WORLD } from './layout.js'
import type { Model } from './model.js'
import type { Emit } from './move.js'
import { AGE, BUS, MAPPING, OWNER, STATUS, STEP, THERE } from './vocabulary.js'

/** What writers, operators of the infrastructure and time itself do. */
export function worldMoves(model: Model, state: State, emit: Emit): void {
  commit(model, state, emit)
  const set = (field: number, value: number, verb: string, isFault = false): void => {
    const next = isFault ? model.faulty(state) : model.next(state)
    next[field] = value
    emit({ verb }, next, isFault)
  }
  const bus = at(state, WORLD.bus)
  if (bus === BUS.there && model.may(state, 'busDeleted'))
    set(WORLD.bus, BUS.deletedJustNow, 'the bus is deleted', true)
  if (bus === BUS.deletedJustNow) set(WORLD.bus, BUS.missing, 'a minute passes without the bus')
  if (bus !== BUS.there) set(WORLD.bus, BUS.there, 'the bus is made again')

  const mapping = at(state, WORLD.mapping)
  if (mapping === MAPPING.enabled && model.may(state, 'mappingDisabled'))
    set(WORLD.mapping, MAPPING.disabled, 'the mapping is disabled', true)
  if (mapping === MAPPING.enabled && model.may(state, 'mappingUpdating'))
    set(WORLD.mapping, MAPPING.updating, 'the mapping is being updated', true)
  if (mapping !== MAPPING.enabled) set(WORLD.mapping, MAPPING.enabled, 'the mapping is enabled')
  if (at(state, WORLD.archive) === 1 && model.may(state, 'archiveOff'))
    set(WORLD.archive, 0, 'the archive is switched off', true)

  for (let row = 0; row < model.layout.rows; row += 1)
    if (state[model.layout.row(row) + ROW.there] === THERE.yes) time(model, state, row, emit)
}

function commit(model: Model, state: State, emit: Emit): void {
  const { events, transactions, log, protocol } = model.config
  const committed = at(state, WORLD.committed)
  const transaction = transactions[committed]
  if (transaction === undefined) return
  const next = model.next(state)
  for (const row of transaction) {
    const offset = model.layout.row(row)
    next[offset + ROW.there] = THERE.yes
    next[offset + ROW.status] = STATUS.PENDING
    next[offset + ROW.owner] = events[row]?.scheduled === true ? OWNER.S : OWNER.P
    if (!protocol.expiresPublishedOnly) next[offset + ROW.ttl] = 1
  }
  next[WORLD.committed] = committed + 1
  const written = new Set(transactions.slice(0, committed + 1).flat())
  const missing = log.findIndex((row) => !written.has(row))
  next[WORLD.logLength] = missing < 0 ? log.length : missing
  emit({ verb: 'a service commits', rows: transaction }, next)
}

/** A row falls due, becomes old, is deleted by its TTL. */
function time(model: Model, state: State, row: number, emit: Emit): void {
  const offset = model.layout.row(row)
  const age = at(state, offset + ROW.age)
  const owner = state[offset + ROW.owner]
  const status = state[offset + ROW.status]
  const becomes = (value: number, verb: string, isFault = false): void => {
    const next = isFault ? model.faulty(state) : model.next(state)
    next[offset + ROW.age] = value
    emit({ verb, row }, next, isFault)
  }
  const isPending = status === STATUS.PENDING
  if (isPending && owner === OWNER.R && age === AGE.young) {
    if (model.holders(state, row).length === 0) becomes(AGE.due, 'falls due:')
    else if (model.may(state, 'leaseLapses')) becomes(AGE.due, 'a sweeper is stalled past its lease of', true)
  }
  if (isPending && owner === OWNER.P && age < AGE.grace) {
    if (age === AGE.young && (model.allows('mappingDisabled') || model.allows('mappingUpdating')))
      becomes(AGE.due, 'is two minutes old:')
    if (!relayMayHave(model, state, row) || !model.config.protocol.keepsGrace)
      becomes(AGE.grace, 'is older than grace:')
  }
  if (isPending && owner === OWNER.S && age === AGE.young) becomes(AGE.due, 'its time has come:')
  if (owner === OWNER.A && age === AGE.young) becomes(AGE.due, 'its retention is over:')
  if (
    at(state, offset + ROW.ttl) === 1 &&
    (status === STATUS.PUBLISHED || !model.config.protocol.expiresPublishedOnly)
  ) {
    const next = model.next(state)
    next[offset + ROW.there] = THERE.gone
    if (status !== STATUS.PUBLISHED) model.violate(INVARIANT.deletedPublished)
    emit({ verb: 'TTL deletes', row }, next)
  }
}

/** The guard rail of `grace`: it outlasts the age of a record and an invocation. */
function relayMayHave(model: Model, state: State, row: number): boolean {
  const position = model.config.log.indexOf(row)
  for (let worker = 0; worker < model.layout.relays; worker += 1) {
    if (at(state, model.layout.worker(worker) + WORKER.cursor) <= position) return true
    if (state[model.layout.held(worker, row) + HELD.step] !== STEP.idle) return true
  }
  return false
}
