import type { LocalCloud } from 'serverless-outbox/local'

/** A message as a queue got it. */
export interface MessageCopy {
  readonly queueUrl: string
  readonly body: string
}

/** Of each queue. */
const MOST = 10

/** Keeps some of the messages that EventBridge puts into the queues, to bring them once more. */
export class MessageCopies {
  readonly #copies: Map<string, MessageCopy[]>

  constructor(cloud: LocalCloud, queueUrls: readonly string[]) {
    this.#copies = new Map(queueUrls.map((url) => [url, []]))
    cloud.listen({
      onCall: ({ operation, input, errorCode }) => {
        if (operation !== 'SendMessage' || errorCode !== undefined) return
        const queueUrl = String(input['QueueUrl'])
        const copies = this.#copies.get(queueUrl)
        if (copies !== undefined && copies.length < MOST)
          copies.push({ queueUrl, body: String(input['MessageBody']) })
      },
    })
  }

  all(): readonly MessageCopy[] {
    return [...this.#copies.values()].flat()
  }
}
