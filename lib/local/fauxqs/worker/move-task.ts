import type { SqsQueue } from './fauxqs-modules.js'
import { bySequenceNumber } from './message-groups.js'
import type { StoredMessage } from './stored-message.js'

export type MoveTaskStatus = 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED'

/** Messages per second when the caller states no rate: SQS then chooses one itself. */
const DEFAULT_RATE = 500
/** Milliseconds. A fast task moves several messages at once. */
const SHORTEST_STEP = 100

export interface MoveTaskOptions {
  readonly taskId: string
  readonly source: SqsQueue
  readonly destinationArn?: string
  /** Messages per second, 1 to 500. */
  readonly rate?: number
  readonly now: number
  /** Moves one message. Gives the reason why it cannot. */
  readonly move: (message: StoredMessage) => string | undefined
}

/** Moves the messages that are visible in a dead-letter queue when it starts, the oldest first. */
export class MoveTask {
  readonly taskId: string
  readonly source: SqsQueue
  readonly destinationArn: string | undefined
  readonly rate: number | undefined
  readonly startedTimestamp: number
  readonly toMove: number
  status: MoveTaskStatus = 'RUNNING'
  moved = 0
  failureReason: string | undefined
  readonly #move: MoveTaskOptions['move']
  readonly #waiting: Set<StoredMessage>
  readonly #interval: number
  readonly #perStep: number
  #nextStep: number

  constructor({ taskId, source, destinationArn, rate, now, move }: MoveTaskOptions) {
    this.taskId = taskId
    this.source = source
    this.destinationArn = destinationArn
    this.rate = rate
    this.startedTimestamp = now
    this.#move = move
    this.#waiting = new Set(visibleMessages(source))
    this.toMove = this.#waiting.size
    const perSecond = rate ?? DEFAULT_RATE
    this.#perStep = Math.ceil((perSecond * SHORTEST_STEP) / 1000)
    this.#interval = (this.#perStep * 1000) / perSecond
    this.#nextStep = now + this.#interval
  }

  get active(): boolean {
    return this.status === 'RUNNING' || this.status === 'CANCELLING'
  }

  /** When it goes on; infinite when it is over. Milliseconds since the epoch. */
  get due(): number {
    return this.active ? this.#nextStep : Number.POSITIVE_INFINITY
  }

  fail(reason: string): void {
    this.status = 'FAILED'
    this.failureReason = reason
  }

  step(now: number): void {
    while (this.due <= now) {
      this.#nextStep += this.#interval
      if (this.status === 'CANCELLING') this.status = 'CANCELLED'
      else this.#moveSome()
    }
  }

  #moveSome(): void {
    const next = visibleMessages(this.source).filter((message) => this.#waiting.has(message))
    for (const message of next.slice(0, this.#perStep)) {
      const failure = this.#move(message)
      if (failure !== undefined) {
        this.fail(failure)
        return
      }
      this.#waiting.delete(message)
      this.moved += 1
    }
    // Whoever holds one of the others keeps it.
    if (next.length <= this.#perStep) this.status = 'COMPLETED'
  }
}

/** The oldest first. Messages of a group that somebody holds wait for it. */
function visibleMessages(queue: SqsQueue): StoredMessage[] {
  if (!queue.isFifo())
    return [...queue.messages].sort((one, other) => one.sentTimestamp - other.sentTimestamp)
  return [...queue.fifoMessages]
    .filter(([groupId]) => !queue.fifoLockedGroups.has(groupId))
    .flatMap(([, group]) => group)
    .sort(bySequenceNumber)
}
