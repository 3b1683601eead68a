import { duplicateBounds } from './duplicate-bound.js'
import type { CommittedEvent, Observations, ObservedArrival } from './observations.js'

export interface ChaosResult {
  readonly committed: number
  readonly delivered: number
  readonly lost: number
  readonly phantom: number
  readonly duplicates: number
  readonly duplicateBound: number
  readonly reordered: number
  readonly deadLettered: number
  readonly redriven: number
  readonly kills: number
  readonly seed: number
  /** Events that arrived with other bytes than were committed. */
  readonly altered: number
}

export interface Verdict {
  readonly result: ChaosResult
  /** What is wrong, a line each; empty when everything is as promised. */
  readonly faults: readonly string[]
}

export interface Expected {
  readonly events: number
  readonly kills: number
  readonly seed: number
}

/** How many ids a line names. */
const MAX_NAMED = 3

/** Holds what came against what was committed. */
export function judge(observations: Observations, expected: Expected): Verdict {
  const { committed, arrivals, notices, inDeadLetterQueue, invocations, kills } = observations
  const arrivalsOf = byEvent(arrivals)
  const ids = [...committed.keys()]
  const lost = ids.filter((eventId) => !arrivalsOf.has(eventId) && !inDeadLetterQueue.has(eventId))
  const phantom = [...arrivalsOf.keys()].filter((eventId) => !committed.has(eventId))
  const altered = [...arrivalsOf].filter(([eventId, list]) => !isUnchanged(list, committed.get(eventId)))
  const bounds = duplicateBounds(invocations)
  const unexplained = [...arrivalsOf].filter(
    ([eventId, list]) => list.length - 1 > (bounds.get(eventId) ?? 0),
  )
  const redriven = [...notices].filter(([eventId, at]) => arrivalsOf.get(eventId)?.some((one) => one.at > at))
  const result: ChaosResult = {
    committed: committed.size,
    delivered: ids.filter((eventId) => arrivalsOf.has(eventId)).length,
    lost: lost.length,
    phantom: phantom.length,
    duplicates: sum([...arrivalsOf.values()].map((list) => list.length - 1)),
    duplicateBound: sum([...bounds.values()]),
    reordered: reversals(arrivalsOf, committed),
    deadLettered: notices.size,
    redriven: redriven.length,
    kills,
    seed: expected.seed,
    altered: altered.length,
  }
  return {
    result,
    faults: [
      ...fault(lost.length, 'lost', lost),
      ...fault(phantom.length, 'came although nobody committed it', phantom),
      ...fault(altered.length, 'came with other bytes', namesOf(altered)),
      ...fault(unexplained.length, 'came more often than anything explains', namesOf(unexplained)),
      ...missing('events committed', result.committed, expected.events),
      ...missing('kills that hit a call', kills, expected.kills),
    ],
  }
}

/** In the order of first arrival. */
function byEvent(arrivals: readonly ObservedArrival[]): ReadonlyMap<string, readonly ObservedArrival[]> {
  const lists = new Map<string, ObservedArrival[]>()
  for (const arrival of arrivals) {
    const list = lists.get(arrival.eventId)
    if (list === undefined) lists.set(arrival.eventId, [arrival])
    else list.push(arrival)
  }
  return lists
}

/** `detail` is the last member of EventBridge's envelope. */
function isUnchanged(list: readonly ObservedArrival[], event: CommittedEvent | undefined): boolean {
  return event === undefined || list.every(({ body }) => body.endsWith(`,"detail":${event.detail}}`))
}

/** Events that arrived for the first time after a later one of their aggregate. */
function reversals(
  arrivalsOf: ReadonlyMap<string, unknown>,
  committed: ReadonlyMap<string, CommittedEvent>,
): number {
  const latest = new Map<string, string>()
  let count = 0
  for (const eventId of arrivalsOf.keys()) {
    const { aggregate, sequence } = committed.get(eventId) ?? {}
    if (aggregate === undefined || sequence === undefined) continue
    const before = latest.get(aggregate)
    if (before !== undefined && before > sequence) count += 1
    else latest.set(aggregate, sequence)
  }
  return count
}

function fault(count: number, what: string, ids: readonly string[]): string[] {
  if (count === 0) return []
  const named = ids.slice(0, MAX_NAMED).join(', ')
  return [`${count} ${count === 1 ? 'event' : 'events'} ${what}: ${named}${count > MAX_NAMED ? ', …' : ''}`]
}

function missing(what: string, count: number, wanted: number): string[] {
  return count === wanted ? [] : [`Expected ${wanted} ${what}, got ${count}`]
}

function namesOf(entries: readonly (readonly [string, unknown])[]): string[] {
  return entries.map(([eventId]) => eventId)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
