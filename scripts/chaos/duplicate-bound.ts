import type { ObservedInvocation } from './observations.js'

/**
 * How often each event may arrive beyond the first time, by what happened to it: sent by an invocation that was killed
 * before it marked it; in a call whose answer was lost; its mark failed; or two workers had it at once. One for each,
 * and nothing for anything else. Events that may not are absent.
 */
export function duplicateBounds(invocations: readonly ObservedInvocation[]): ReadonlyMap<string, number> {
  const bounds = new Map<string, number>()
  const allow = (eventId: string, count: number): void => {
    if (count > 0) bounds.set(eventId, (bounds.get(eventId) ?? 0) + count)
  }
  for (const { killed, accepted, unanswered, markTried, marked } of invocations) {
    for (const [eventId, count] of accepted) {
      allow(eventId, unanswered.get(eventId) ?? 0)
      const answered = count - (unanswered.get(eventId) ?? 0)
      if (answered > 0 && !marked.has(eventId) && (killed || markTried.has(eventId))) allow(eventId, 1)
    }
  }
  for (const [eventId, senders] of sendersOf(invocations))
    allow(eventId, senders.filter((one, index) => overlapsAny(one, senders.slice(0, index))).length)
  return bounds
}

/** The invocations that sent an event, in the order in which they began. */
function sendersOf(invocations: readonly ObservedInvocation[]): Map<string, ObservedInvocation[]> {
  const senders = new Map<string, ObservedInvocation[]>()
  for (const invocation of [...invocations].sort((a, b) => a.begin - b.begin))
    for (const eventId of invocation.accepted.keys())
      senders.set(eventId, [...(senders.get(eventId) ?? []), invocation])
  return senders
}

function overlapsAny({ begin }: ObservedInvocation, earlier: readonly ObservedInvocation[]): boolean {
  return earlier.some(({ end = Number.POSITIVE_INFINITY, killed }) => !killed && begin < end)
}
