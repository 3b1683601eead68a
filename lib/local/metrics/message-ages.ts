import { errorCodeOf } from '../gateway/error-response.js'
import type { ServedCall } from '../gateway/gateway.js'
import { answerBody, listOf } from './answer-body.js'

/** Receipt handles that are remembered; older ones are forgotten. */
const MAX_HANDLES = 100_000

interface Message {
  /** When it was sent, or first seen; milliseconds since the epoch. */
  readonly at: number
  received: boolean
}

/**
 * How old the messages of one queue are, as far as its calls tell. What the queue does by itself, such as moving a
 * message to the dead-letter queue, is learnt from the number of messages that it has.
 */
export class MessageAges {
  readonly #messages = new Map<string, Message>()
  /** The message by its receipt handle. */
  readonly #handles = new Map<string, string>()
  #unknown = 0

  onServed({ call, at, answered: response }: ServedCall): void {
    if (response === undefined || errorCodeOf(response) !== undefined) return
    const output = answerBody(response)
    const { input, operation } = call
    if (operation === 'SendMessage') this.#add(String(output['MessageId']), at.getTime())
    else if (operation === 'SendMessageBatch')
      for (const { MessageId } of listOf(output['Successful'])) this.#add(String(MessageId), at.getTime())
    else if (operation === 'ReceiveMessage')
      for (const message of listOf(output['Messages'])) this.#receive(message)
    else if (operation === 'DeleteMessage') this.#delete(input['ReceiptHandle'])
    else if (operation === 'DeleteMessageBatch') {
      const ids = new Set(listOf(output['Successful']).map(({ Id }) => Id))
      for (const { Id, ReceiptHandle } of listOf(input['Entries']))
        if (ids.has(Id)) this.#delete(ReceiptHandle)
    } else if (operation === 'PurgeQueue') this.#messages.clear()
  }

  /**
   * Milliseconds; 0 for an empty queue.
   * @param count of all messages that the queue has
   */
  oldest(count: number, now: number): number {
    this.#reconcile(count, now)
    let oldest = now
    for (const { at } of this.#messages.values()) if (at < oldest) oldest = at
    return now - oldest
  }

  #reconcile(count: number, now: number): void {
    // Moved away after they were received, or over their retention: the oldest.
    const leaving = [...this.#messages]
      .sort(([, a], [, b]) => Number(b.received) - Number(a.received) || a.at - b.at)
      .slice(0, Math.max(0, this.#messages.size - count))
    for (const [id] of leaving) this.#messages.delete(id)
    for (let missing = count - this.#messages.size; missing > 0; missing -= 1) {
      this.#unknown += 1
      this.#add(`unknown ${this.#unknown}`, now)
    }
  }

  #add(id: string, at: number): void {
    this.#messages.set(id, { at, received: false })
  }

  #receive({ MessageId, ReceiptHandle }: Readonly<Record<string, unknown>>): void {
    const message = this.#messages.get(String(MessageId))
    if (message === undefined) return
    message.received = true
    this.#handles.set(String(ReceiptHandle), String(MessageId))
    const [first] = this.#handles.keys()
    if (this.#handles.size > MAX_HANDLES && first !== undefined) this.#handles.delete(first)
  }

  #delete(handle: unknown): void {
    const id = this.#handles.get(String(handle))
    if (id !== undefined) this.#messages.delete(id)
    this.#handles.delete(String(handle))
  }
}
