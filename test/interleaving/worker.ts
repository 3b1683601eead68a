import type { EventRecord } from './event-record.js'

export type Role = 'writer' | 'relay' | 'sweeper' | 'redrive'

/** What EventBridge said of an entry. */
export type Answer = 'accepted' | 'malformed' | 'refused' | 'denied' | 'internal' | 'throttled'

/** One invocation, or one call of a writer. */
export class Worker {
  readonly name: string
  readonly role: Role
  /** Milliseconds since the epoch. */
  readonly deadline: number
  state: 'running' | 'done' | 'dead' = 'running'
  /** Others are mostly faster. */
  readonly isSlow: boolean
  /** The platform waits for it no more: it has answered, died, timed out, or was replaced. */
  isOver = false
  /** Events that it has taken and has not settled yet. */
  readonly holds: Set<EventRecord> = new Set()
  /** Events of which it knows that EventBridge accepted them. */
  readonly accepted: Set<EventRecord> = new Set()
  /** The last answers that reached it. */
  readonly answers: Map<EventRecord, Answer> = new Map()
  /** Of a redrive: what its messages name, as `nameOfDeath` does. */
  readonly messages: Set<string> = new Set()

  constructor(role: Role, number: number, deadline: number, isSlow: boolean) {
    this.name = `${role} ${number}`
    this.role = role
    this.deadline = deadline
    this.isSlow = isSlow
  }
}
