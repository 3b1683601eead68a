import type { LocalCloud } from './local-cloud.js'
import { LocalCloudError } from './local-cloud-error.js'
import { isRecord } from './record.js'
import type { RecordedCall } from './spy-log.js'
import { patience } from './time/patience.js'

/** One message that EventBridge put into the watched queue. */
export interface Arrival {
  readonly eventId: string
  /** The text of the message, as the queue got it. */
  readonly body: string
  /** When it was sent to the queue, milliseconds since the epoch of the local cloud's time. */
  readonly at: number
}

export interface LedgerBalance {
  /** Events whose commit the caller was told of. */
  readonly acknowledged: number
  /** Of these, how many arrived at least once. */
  readonly arrived: number
  readonly lost: readonly string[]
  /** Arrivals beyond the first, of all events. */
  readonly duplicates: number
  /** Arrived, although nobody was told of a commit. */
  readonly phantom: readonly string[]
  /** Events whose message texts differ in more than the envelope that EventBridge makes anew each time. */
  readonly altered: readonly string[]
}

/** Milliseconds of real time. */
const DEFAULT_TIMEOUT = 30_000

/**
 * An independent account of what was promised and what came: ids that a caller was told, against the bytes that
 * arrived in a queue behind an EventBridge rule. It never looks at the outbox's own rows, so it cannot be deceived
 * by them.
 */
export class Ledger {
  readonly #acknowledged: Set<string> = new Set()
  readonly #arrivals: Map<string, Arrival[]> = new Map()
  readonly #waiting: Set<() => void> = new Set()
  readonly #queueUrl: string
  readonly #stopListening: () => void

  /**
   * Watches the queue from now on; start it before the first commit. The rule must pass the whole event.
   * @param queue its URL, construct path or logical id
   * @throws LocalCloudError when no resource goes by that name
   */
  constructor(cloud: Pick<LocalCloud, 'listen' | 'physicalId'>, queue: string) {
    this.#queueUrl = URL.canParse(queue) ? queue : cloud.physicalId(queue)
    this.#stopListening = cloud.listen({ onCall: (call) => this.#read(call) })
  }

  /** The caller was told that this event is committed. */
  acknowledge(eventId: string): void {
    this.#acknowledged.add(eventId)
  }

  arrivalsOf(eventId: string): readonly Arrival[] {
    return this.#arrivals.get(eventId) ?? []
  }

  /** Every arrival, in the order in which the queue got them. */
  arrivals(): readonly Arrival[] {
    return [...this.#arrivals.values()].flat().sort((a, b) => a.at - b.at)
  }

  /**
   * Resolves as soon as every acknowledged event has arrived.
   * @throws LocalCloudError after `timeoutMs`, default 30,000, naming what is missing; at once when nothing was
   * acknowledged, for that would prove nothing
   */
  async complete(options: { readonly timeoutMs?: number } = {}): Promise<void> {
    if (this.#acknowledged.size === 0) {
      throw new LocalCloudError(
        'Nothing was acknowledged: call `ledger.acknowledge(eventId)` after each commit.',
      )
    }
    await this.#until(
      () => this.balance().lost.length === 0,
      options.timeoutMs,
      () => {
        const { lost, acknowledged } = this.balance()
        return `${lost.length} of ${acknowledged} events did not arrive: ${lost.slice(0, 5).join(', ')}`
      },
    )
  }

  /**
   * Resolves as soon as there are so many arrivals, repeated ones included.
   * @throws LocalCloudError after `timeoutMs`, default 30,000, with the number that came
   */
  async arrived(count: number, options: { readonly timeoutMs?: number } = {}): Promise<void> {
    const present = (): number => [...this.#arrivals.values()].reduce((sum, list) => sum + list.length, 0)
    await this.#until(
      () => present() >= count,
      options.timeoutMs,
      () => `${present()} of ${count} arrivals came`,
    )
  }

  balance(): LedgerBalance {
    const acknowledged = [...this.#acknowledged]
    const lost = acknowledged.filter((eventId) => !this.#arrivals.has(eventId))
    const phantom = [...this.#arrivals.keys()].filter((eventId) => !this.#acknowledged.has(eventId))
    const arrivals = [...this.#arrivals.values()]
    return {
      acknowledged: acknowledged.length,
      arrived: acknowledged.length - lost.length,
      lost,
      duplicates: arrivals.reduce((sum, list) => sum + list.length - 1, 0),
      phantom,
      altered: arrivals.flatMap((list) => (sameDetail(list) ? [] : (list[0]?.eventId ?? []))),
    }
  }

  close(): void {
    this.#stopListening()
  }

  async #until(
    condition: () => boolean,
    timeoutMs: number | undefined,
    failure: () => string,
  ): Promise<void> {
    const limit = timeoutMs ?? DEFAULT_TIMEOUT
    if (condition()) return
    const { over, stop } = patience(limit)
    let check = (): void => {}
    const met = new Promise<void>((resolve) => {
      check = () => {
        if (condition()) resolve()
      }
      this.#waiting.add(check)
    })
    const givenUp = over.then(() => {
      throw new LocalCloudError(`${failure()} within ${limit} ms`)
    })
    try {
      await Promise.race([met, givenUp])
    } finally {
      stop()
      this.#waiting.delete(check)
    }
  }

  #read({ service, operation, caller, input, at, errorCode }: RecordedCall): void {
    if (service !== 'sqs' || operation !== 'SendMessage' || errorCode !== undefined) return
    if (caller.name !== 'events.amazonaws.com' || input['QueueUrl'] !== this.#queueUrl) return
    const body = String(input['MessageBody'])
    const eventId = eventIdOf(body)
    if (eventId === undefined) return
    const arrival = { eventId, body, at: at.getTime() }
    const known = this.#arrivals.get(eventId)
    if (known === undefined) this.#arrivals.set(eventId, [arrival])
    else known.push(arrival)
    for (const check of [...this.#waiting]) check()
  }
}

/** None of a message that is not an event of the outbox: the rule's input may be anything. */
function eventIdOf(body: string): string | undefined {
  const envelope = parsed(body)
  const detail = isRecord(envelope) ? envelope['detail'] : undefined
  const metadata = isRecord(detail) ? detail['metadata'] : undefined
  const eventId = isRecord(metadata) ? metadata['eventId'] : undefined
  return typeof eventId === 'string' ? eventId : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `detail` is the envelope's last member; what stands before it is EventBridge's and differs. */
function sameDetail(arrivals: readonly Arrival[]): boolean {
  return new Set(arrivals.map(({ body }) => body.slice(body.indexOf('"detail":')))).size === 1
}
