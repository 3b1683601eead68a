import type { Ledger, LocalCloud, RecordedCall } from 'serverless-outbox/local'
import { type DemoResult, percentile } from './report.js'

/** What the stages of the demo found out themselves. */
type Stages = Pick<
  DemoResult,
  'duringOutage' | 'latencyMs' | 'redriven' | 'redelivered' | 'shipped' | 'mailed'
>

type Json = Readonly<Record<string, unknown>>

/** Notes when each event was committed and when audit had handled it, by the calls that the gateway sees. */
export class ConsumerWatch {
  readonly #deadLetterQueueUrl: string
  readonly #committedAt: Map<string, number> = new Map()
  readonly #consumedAt: Map<string, number> = new Map()
  readonly #published: Set<string> = new Set()
  readonly #deadLetters: Set<string> = new Set()
  #onConsumed: () => void = () => undefined

  constructor(cloud: LocalCloud, deadLetterQueueUrl: string) {
    this.#deadLetterQueueUrl = deadLetterQueueUrl
    cloud.listen({
      onCall: (call) => this.#read(call),
      onEvent: ({ detailText }) => {
        const { metadata } = JSON.parse(detailText) as { metadata?: { eventId?: string } }
        if (metadata?.eventId !== undefined) this.#published.add(metadata.eventId)
      },
    })
  }

  /** @throws Error after `timeoutMs` */
  async complete(ledger: Ledger, { timeoutMs }: { readonly timeoutMs: number }): Promise<void> {
    await ledger.complete({ timeoutMs })
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new Error(`Audit handled ${this.#consumedAt.size} events and no more in ${timeoutMs} ms`)),
        timeoutMs,
      )
      this.#onConsumed = () => {
        if (this.#consumedAt.size < ledger.balance().acknowledged) return
        clearTimeout(timer)
        resolve()
      }
      this.#onConsumed()
    })
  }

  /** Of the events that were handled so far, from the commit to the consumer. */
  latency(): DemoResult['latencyMs'] {
    const delays = [...this.#consumedAt].flatMap(([eventId, at]) => {
      const committedAt = this.#committedAt.get(eventId)
      return committedAt === undefined ? [] : [at - committedAt]
    })
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) }
  }

  /** @param consumed What audit says itself. */
  result(ledger: Ledger, consumed: number, stages: Stages): DemoResult {
    const { acknowledged, lost, duplicates, phantom, altered } = ledger.balance()
    return {
      committed: acknowledged,
      published: this.#published.size,
      consumed,
      duplicates,
      lost: lost.length,
      phantom: phantom.length,
      altered: altered.length,
      deadLettered: this.#deadLetters.size,
      ...stages,
    }
  }

  #read({ operation, input, errorCode, caller }: RecordedCall): void {
    if (errorCode !== undefined) return
    const now = Date.now()
    if (operation === 'TransactWriteItems') {
      for (const { Put } of input['TransactItems'] as { Put?: { Item: Record<string, { S?: string }> } }[]) {
        const eventId = Put?.Item['sk']?.S
        if (Put?.Item['pk']?.S?.startsWith('OUTBOX#') && eventId !== undefined)
          this.#committedAt.set(eventId, now)
      }
    }
    if (operation === 'UpdateItem' && caller.kind === 'function') {
      const key = (input['Key'] as Json | undefined)?.['pk'] as { S?: string } | undefined
      const eventId = key?.S?.startsWith('EVENT#') ? key.S.slice('EVENT#'.length) : undefined
      if (eventId === undefined || this.#consumedAt.has(eventId)) return
      this.#consumedAt.set(eventId, now)
      this.#onConsumed()
    }
    if (operation === 'SendMessage' && input['QueueUrl'] === this.#deadLetterQueueUrl)
      this.#deadLetters.add(String(input['MessageBody']))
  }
}
