import type {
  ApiCall,
  GatewayResponse,
  Interceptor,
  InvocationChange,
  LocalCloud,
  RecordedCall,
} from 'serverless-outbox/local'
import type { CommittedEvent, ObservedInvocation } from './observations.js'
import { committedEvents, markedEvents, noticedEvent, sentEvents } from './wire.js'

interface Invocation extends ObservedInvocation {
  end?: number
  killed: boolean
  readonly accepted: Map<string, number>
  readonly unanswered: Map<string, number>
  readonly markTried: Set<string>
  readonly marked: Set<string>
}

export interface WitnessOptions {
  /** Those who deliver: names of their functions in the template. */
  readonly workers: readonly string[]
  readonly deadLetterQueueUrl: string
}

/**
 * Sees each call as the services answered it and as the caller got the answer, and each invocation from its begin to
 * its end. It reads no row of the table, no metric and no log line.
 */
export class Witness {
  readonly committed: Map<string, CommittedEvent> = new Map()
  /** The first notice of each event that the dead-letter queue took. */
  readonly notices: Map<string, { readonly at: number; readonly body: string }> = new Map()
  readonly #invocations: Invocation[] = []
  /** By execution environment, the one that it served last: calls of a killed one may still be under way. */
  readonly #current = new Map<string, Invocation>()
  readonly #byRequest = new Map<string, Invocation>()
  /** What EventBridge took of a call, by the call's input: whether the answer arrived is told later. */
  readonly #accepted = new WeakMap<object, readonly string[]>()
  readonly #options: WitnessOptions
  readonly #now: () => number
  #ticks = 0

  constructor(cloud: Pick<LocalCloud, 'clock' | 'intercept' | 'listen'>, options: WitnessOptions) {
    this.#options = options
    this.#now = () => cloud.clock.now()
    cloud.intercept(this.#intercept)
    cloud.listen({
      onInvocation: (change) => this.#onInvocation(change),
      onCall: (call) => this.#onCall(call),
    })
  }

  get invocations(): readonly ObservedInvocation[] {
    return this.#invocations
  }

  /** Whoever makes this call is about to be killed. */
  killed(call: ApiCall): void {
    const invocation = this.#workOf(call)
    if (invocation !== undefined) invocation.killed = true
  }

  /** The row was repaired: what must arrive is no longer what was committed. */
  mended(eventId: string, detail: string): void {
    const event = this.committed.get(eventId)
    if (event !== undefined) this.committed.set(eventId, { ...event, detail })
  }

  /** Stands next to the services: it sees what took effect, whatever the caller is told. */
  readonly #intercept: Interceptor = async (call, next, signal) => {
    const response = await next()
    if (response.statusCode >= 400) return response
    const { operation, input } = call
    if (operation === 'TransactWriteItems')
      for (const [eventId, event] of committedEvents(input)) this.#commit(eventId, event)
    else if (operation === 'PutEvents') this.#onAccepted(call, response, signal.aborted)
    else if (operation === 'BatchExecuteStatement')
      for (const eventId of markedEvents(input, response.body)) this.#workOf(call)?.marked.add(eventId)
    else if (operation === 'SendMessage') this.#onMessage(input)
    return response
  }

  /** A transaction that the SDK repeats is one commit. */
  #commit(eventId: string, event: CommittedEvent): void {
    if (!this.committed.has(eventId)) this.committed.set(eventId, event)
  }

  #onAccepted(call: ApiCall, response: GatewayResponse, hungUp: boolean): void {
    const invocation = this.#workOf(call)
    if (invocation === undefined) return
    const eventIds = sentEvents(call.input, response.body)
    for (const eventId of eventIds) increase(invocation.accepted, eventId)
    if (hungUp) for (const eventId of eventIds) increase(invocation.unanswered, eventId)
    else this.#accepted.set(call.input, eventIds)
  }

  #onCall(call: RecordedCall): void {
    const { operation, input, errorCode } = call
    const invocation = this.#workOf(call)
    if (operation === 'PutEvents' && errorCode === 'ConnectionReset')
      for (const eventId of this.#accepted.get(input) ?? [])
        if (invocation !== undefined) increase(invocation.unanswered, eventId)
    if (operation === 'BatchExecuteStatement')
      for (const eventId of markedEvents(input)) invocation?.markTried.add(eventId)
  }

  #onMessage(input: ApiCall['input']): void {
    if (input['QueueUrl'] !== this.#options.deadLetterQueueUrl) return
    const body = String(input['MessageBody'])
    const eventId = noticedEvent(body)
    if (eventId !== undefined && !this.notices.has(eventId))
      this.notices.set(eventId, { at: this.#now(), body })
  }

  #onInvocation(change: InvocationChange): void {
    if (change.kind === 'throttle') return
    this.#ticks += 1
    if (change.kind === 'end') {
      const ended = this.#byRequest.get(change.requestId)
      if (ended !== undefined) ended.end = this.#ticks
      return
    }
    if (change.environmentId === undefined) return
    const invocation: Invocation = {
      begin: this.#ticks,
      killed: false,
      accepted: new Map(),
      unanswered: new Map(),
      markTried: new Set(),
      marked: new Set(),
    }
    this.#invocations.push(invocation)
    this.#byRequest.set(change.requestId, invocation)
    this.#current.set(change.environmentId, invocation)
  }

  #workOf({ caller }: Pick<ApiCall, 'caller'>): Invocation | undefined {
    if (caller.environmentId === undefined || !this.#options.workers.includes(caller.name)) return undefined
    return this.#current.get(caller.environmentId)
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
