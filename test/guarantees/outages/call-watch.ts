import type { RecordedCall } from 'serverless-outbox/local'
import type { OutboxCloud } from '../outbox-cloud.js'
import { sentEventIds } from './sent-event-ids.js'

/** Counts while it happens: what the cloud remembers of its calls is bounded, and a long outage has more. */
export class CallWatch {
  /** Of the writer. */
  readonly commits: { sent: number; failed: number } = { sent: 0, failed: 0 }
  /** Messages that functions sent to the dead-letter queue. */
  notices = 0
  /** Messages about records that the relay's mapping gave up. */
  givenUp = 0
  /** Ids of the events that a bus accepted, in its order. */
  readonly accepted: string[] = []
  readonly #fixture: OutboxCloud
  /** By the caller's name, the ids that it sent in calls that were answered. */
  readonly #sent = new Map<string, Set<string>>()

  constructor(fixture: OutboxCloud) {
    this.#fixture = fixture
    fixture.cloud.listen({
      onCall: (call) => this.#count(call),
      onEvent: ({ detailText }) => {
        const { metadata } = JSON.parse(detailText) as { readonly metadata?: { readonly eventId: string } }
        if (metadata !== undefined) this.accepted.push(metadata.eventId)
      },
    })
  }

  /** @param functionPath construct path of the function that sent them */
  sentBy(functionPath: string): ReadonlySet<string> {
    return this.#sent.get(this.#fixture.cloud.logicalId(functionPath)) ?? new Set()
  }

  /** From now on: who sends what. */
  forgetSent(): void {
    this.#sent.clear()
  }

  #count(call: RecordedCall): void {
    const { operation, caller, errorCode, input } = call
    if (operation === 'TransactWriteItems' && caller.kind === 'user') {
      this.commits.sent += 1
      if (errorCode !== undefined) this.commits.failed += 1
    } else if (operation === 'SendMessage' && errorCode === undefined) {
      if (input['QueueUrl'] === this.#fixture.deadLetterQueueUrl) this.notices += 1
      else if (caller.name === 'lambda.amazonaws.com') this.givenUp += 1
    } else if (operation === 'PutEvents' && errorCode === undefined) {
      const sent = this.#sent.get(caller.name) ?? new Set()
      for (const eventId of sentEventIds(call)) sent.add(eventId)
      this.#sent.set(caller.name, sent)
    }
  }
}
