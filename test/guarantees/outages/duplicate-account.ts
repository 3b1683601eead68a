import type { ApiCall, GatewayResponse, Next } from 'serverless-outbox/local'
import { lookedUpIds } from './looked-up-ids.js'
import { markedId } from './marked-id.js'
import { sentEventIds } from './sent-event-ids.js'
import type { WatchedCloud } from './watched-cloud.js'

/** Why an event may have come to the bus once more, how often. */
export interface Excuses {
  /** Calls that took it, of which the caller never heard. */
  lostAnswers: number
  /** Workers that were killed while they held its record. */
  kills: number
  /** Invocations that ended without its mark, though it was accepted. */
  failedMarks: number
  /** Times that a worker began with it while another one held it. */
  twoWorkers: number
}

interface Invocation {
  readonly environmentId: string
  readonly functionName: string
  /** Looked up: in flight until the end. */
  readonly holds: Set<string>
  /** Accepted, and marks failed so far. */
  readonly unmarked: Set<string>
}

/**
 * Counts, event by event, what excuses a duplicate, from the calls and their answers alone. It stands before whatever
 * breaks calls by `cloud.intercept`: make it first, so that it sees what the callers see. (`cloud.faults` stands before
 * it.)
 */
export class DuplicateAccount {
  readonly #fixture: WatchedCloud
  readonly #excuses = new Map<string, Excuses>()
  readonly #accepted = new Map<string, number>()
  /** Those that run, by request id. */
  readonly #running = new Map<string, Invocation>()
  readonly #killed = new Set<string>()

  constructor(fixture: WatchedCloud) {
    this.#fixture = fixture
    const { cloud } = fixture
    cloud.intercept((call, next, signal) => this.#watch(call, next, signal))
    cloud.listen({
      onInvocation: (change) => {
        if (change.kind === 'begin') {
          const { environmentId = '', functionName } = change
          const invocation = { environmentId, functionName, holds: new Set(), unmarked: new Set() }
          this.#running.set(change.requestId, invocation as Invocation)
        } else if (change.kind === 'end') this.#end(change.requestId)
      },
      onEvent: ({ detailText }) => {
        for (const eventId of sentEventIds({ input: { Entries: [{ Detail: detailText }] } }))
          add(this.#accepted, eventId)
      },
    })
  }

  /** Kills the workers of a function, wherever they are. */
  async kill(functionPath: string): Promise<void> {
    const { cloud } = this.#fixture
    for (const { functionName, environmentId, holds } of this.#running.values()) {
      if (functionName !== cloud.physicalId(functionPath) || this.#killed.has(environmentId)) continue
      this.#killed.add(environmentId)
      for (const eventId of holds) this.#of(eventId).kills += 1
    }
    await cloud.kill(functionPath)
  }

  /** How often the bus took the event. */
  accepted(eventId: string): number {
    return this.#accepted.get(eventId) ?? 0
  }

  excuses(eventId: string): Excuses {
    return this.#of(eventId)
  }

  /** Events that the bus took more often than once and for each excuse once more. */
  unexcused(): readonly string[] {
    return [...this.#accepted].flatMap(([eventId, times]) => {
      const { lostAnswers, kills, failedMarks, twoWorkers } = this.#of(eventId)
      return times > 1 + lostAnswers + kills + failedMarks + twoWorkers ? [eventId] : []
    })
  }

  async #watch(call: ApiCall, next: Next, signal: AbortSignal): Promise<GatewayResponse> {
    const { operation, caller } = call
    const invocation = [...this.#running.values()].find(
      ({ environmentId }) => environmentId === caller.environmentId,
    )
    if (invocation === undefined) return next()
    if (operation === 'BatchGetItem') this.#hold(invocation, lookedUpIds(call))
    if (operation === 'PutEvents') return this.#put(call, next, signal, invocation)
    if (operation === 'BatchExecuteStatement') return this.#mark(call, next, invocation)
    return next()
  }

  #hold(invocation: Invocation, eventIds: readonly string[]): void {
    for (const eventId of eventIds) {
      const others = [...this.#running.values()].filter((one) => one !== invocation)
      if (!invocation.holds.has(eventId) && others.some(({ holds }) => holds.has(eventId)))
        this.#of(eventId).twoWorkers += 1
      invocation.holds.add(eventId)
    }
  }

  async #put(
    call: ApiCall,
    next: Next,
    signal: AbortSignal,
    { environmentId }: Invocation,
  ): Promise<GatewayResponse> {
    const eventIds = sentEventIds(call)
    const before = eventIds.map((eventId) => this.accepted(eventId))
    const takenUnheard = (): void => {
      if (this.#killed.has(environmentId)) return
      for (const [index, eventId] of eventIds.entries())
        if (this.accepted(eventId) > (before[index] ?? 0)) this.#of(eventId).lostAnswers += 1
    }
    try {
      const response = await next()
      if (response.statusCode !== 200 || signal.aborted) takenUnheard()
      return response
    } catch (error) {
      takenUnheard()
      throw error
    }
  }

  async #mark(call: ApiCall, next: Next, { unmarked }: Invocation): Promise<GatewayResponse> {
    const statements = Array.isArray(call.input['Statements']) ? call.input['Statements'] : []
    const marks = statements.map(markedId)
    for (const eventId of marks) if (eventId !== undefined) unmarked.add(eventId)
    const response = await next()
    const { Responses: answers = [] } = JSON.parse(response.body.toString()) as {
      readonly Responses?: readonly { readonly Error?: { readonly Code?: string } }[]
    }
    for (const [index, eventId] of marks.entries()) {
      const answer = answers[index]
      const isDone =
        answer !== undefined && (answer.Error?.Code ?? 'ConditionalCheckFailed') === 'ConditionalCheckFailed'
      if (eventId !== undefined && isDone) unmarked.delete(eventId)
    }
    return response
  }

  #end(requestId: string): void {
    const invocation = this.#running.get(requestId)
    this.#running.delete(requestId)
    if (invocation === undefined || this.#killed.has(invocation.environmentId)) return
    for (const eventId of invocation.unmarked) this.#of(eventId).failedMarks += 1
  }

  #of(eventId: string): Excuses {
    const known = this.#excuses.get(eventId) ?? { lostAnswers: 0, kills: 0, failedMarks: 0, twoWorkers: 0 }
    this.#excuses.set(eventId, known)
    return known
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
