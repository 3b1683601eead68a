import type { SQSEvent } from 'aws-lambda'
import { sqsRecord } from '../dead-letter/redrive-messages.js'
import { awsError } from '../destination/event-bridge.js'
import type { Ledger } from './ledger.js'

interface Message {
  readonly id: string
  readonly body: string
  receives: number
  isTaken: boolean
}

const MAX_RECEIVES = 5
/** Notices that people can still find. */
const KEPT = 40

/** The dead-letter queue, and the redrive queue into which people move its messages. */
export class Queues {
  /** The dead-letter queue takes nothing. */
  isDown = false
  /** Latest last. Messages stay: people copy them. */
  readonly notices: string[] = []
  readonly redrives: Message[] = []
  readonly #ledger: Ledger
  #sent = 0

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  takeNotice(body: string): void {
    if (this.isDown) throw awsError('ServiceUnavailable', 503)
    const { row, diedAt } = readNotice(body)
    this.#ledger.noticed({ partition: row.partitionKey, sort: row.sortKey }, diedAt)
    this.notices.push(body)
    if (this.notices.length > KEPT) this.notices.shift()
  }

  redrive(body: string): void {
    this.#sent += 1
    this.redrives.push({ id: `message-${this.#sent}`, body, receives: 0, isTaken: false })
  }

  /** What a person writes who has the row, but not its notice any more. */
  handWritten(row: ReadNotice['row'], diedAt: string): string {
    return JSON.stringify({ row, diedAt, requestedBy: 'somebody' })
  }

  /** The next messages, as Lambda gets them. */
  receive(most: number): SQSEvent | undefined {
    const messages = this.redrives.filter(({ isTaken }) => !isTaken).slice(0, most)
    if (messages.length === 0) return undefined
    for (const message of messages) message.isTaken = true
    return { Records: messages.map(({ id, body }) => sqsRecord(body, { messageId: id })) }
  }

  /** What failed comes again, five times; the rest is done. */
  received(event: SQSEvent, failed: readonly string[]): void {
    for (const { messageId } of event.Records) {
      const index = this.redrives.findIndex(({ id }) => id === messageId)
      const message = this.redrives[index]
      if (message === undefined) continue
      message.receives += 1
      message.isTaken = false
      if (!failed.includes(messageId) || message.receives >= MAX_RECEIVES) this.redrives.splice(index, 1)
    }
  }
}

export interface ReadNotice {
  readonly row: { readonly partitionKey: string; readonly sortKey: string }
  readonly diedAt: string
}

export function readNotice(body: string): ReadNotice {
  return JSON.parse(body) as ReadNotice
}
