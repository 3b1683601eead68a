import type { Clause, Operand, Transition, TransitionParameter } from './transition.js'

const literal = (value: string): Operand => ({ literal: value })
const given = (parameter: TransitionParameter): Operand => ({ parameter })

const isPending: Clause = { attribute: 'status', equals: literal('PENDING') }

/** The fence: nobody has taken the row since the worker saw it. */
const isAsSeen: Clause = { attribute: 'due', equals: given('seenDue') }

/** Delivered beats dead: only proven success may write to a row that somebody else holds, or gave up. */
const isNotPublished: Clause = { attribute: 'status', isOneOf: ['PENDING', 'DEAD'] }

/** A redriven row that dies again has another `diedAt`, and owes a notice of its own. */
const isThisDeath: Clause = { attribute: 'diedAt', equals: given('diedAt') }

const isDead: Clause = { attribute: 'status', equals: literal('DEAD') }

export type TransitionName = 'publish' | 'handOver' | 'handOverFailed' | 'die' | 'noticeSent'

/** Every step that a row can take after its birth. None creates a row; none leads out of PUBLISHED. */
export const TRANSITIONS: Readonly<Record<TransitionName, Transition>> = {
  /** EventBridge accepted the event: out of the index, to be expired by TTL. */
  publish: {
    set: { status: literal('PUBLISHED'), publishedAt: given('publishedAt'), ttl: given('expiresAt') },
    remove: 'shard',
    when: [isNotPublished],
  },
  /** To the sweeper, nobody's fault: the event itself did not fail. */
  handOver: {
    set: { shard: given('newShard'), due: given('newDue') },
    when: [isPending, isAsSeen],
  },
  /** To the sweeper, with one failure on the event's account. */
  handOverFailed: {
    set: {
      shard: given('newShard'),
      due: given('newDue'),
      attempts: given('attempts'),
      failedAt: given('failedAt'),
      error: given('error'),
    },
    when: [isPending, isAsSeen],
  },
  /** It can never be delivered, or was given up: dead, and its notice is owed. */
  die: {
    set: {
      status: literal('DEAD'),
      shard: given('newShard'),
      due: given('newDue'),
      diedAt: given('diedAt'),
      deaths: given('deaths'),
      attempts: given('attempts'),
      failedAt: given('failedAt'),
      error: given('error'),
    },
    when: [isPending, isAsSeen],
  },
  /** The dead-letter queue holds the notice of this death. */
  noticeSent: {
    set: { shard: given('newShard') },
    when: [isDead, isThisDeath],
  },
}
