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

const isPublished: Clause = { attribute: 'status', equals: literal('PUBLISHED') }

export type TransitionName =
  | 'publish'
  | 'publishForArchive'
  | 'claim'
  | 'release'
  | 'handOver'
  | 'handOverFailed'
  | 'die'
  | 'noticeSent'
  | 'redrive'
  | 'expire'
  | 'archive'

/** Every step that a row can take after its birth. None creates a row; none leads out of PUBLISHED but deletion. */
export const TRANSITIONS: Readonly<Record<TransitionName, Transition>> = {
  /** EventBridge accepted the event: out of the index, to be expired by TTL. Nobody asks for its claims any more. */
  publish: {
    set: { status: literal('PUBLISHED'), publishedAt: given('publishedAt'), ttl: given('expiresAt') },
    remove: ['shard'],
    when: [isNotPublished],
  },
  /** The same where there is an archive: the row waits for it in the index, and nothing expires it. */
  publishForArchive: {
    set: {
      status: literal('PUBLISHED'),
      publishedAt: given('publishedAt'),
      shard: given('newShard'),
      due: given('newDue'),
    },
    when: [isNotPublished],
  },
  /** The sweeper takes the row until `newDue`, the end of its lease; one more claim that has no outcome yet. */
  claim: {
    set: { shard: given('newShard'), due: given('newDue'), claims: given('claims') },
    when: [isPending, isAsSeen],
  },
  /** The sweeper gives a claim back untried: due at once, under a new fence. */
  release: {
    set: { shard: given('newShard'), due: given('newDue') },
    remove: ['claims'],
    when: [isPending, isAsSeen],
  },
  /** To the sweeper, nobody's fault: the event itself did not fail. */
  handOver: {
    set: { shard: given('newShard'), due: given('newDue') },
    remove: ['claims'],
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
    remove: ['claims'],
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
    remove: ['claims'],
    when: [isPending, isAsSeen],
  },
  /** The dead-letter queue holds the notice of this death. */
  noticeSent: {
    set: { shard: given('newShard') },
    when: [isDead, isThisDeath],
  },
  /**
   * A person wants this death undone: due at once, with a clean account, so that its first failure does not end it
   * again. A message that comes twice finds another status, or another death.
   */
  redrive: {
    set: {
      status: literal('PENDING'),
      shard: given('newShard'),
      due: given('newDue'),
      redrivenAt: given('redrivenAt'),
      redrivenBy: given('redrivenBy'),
    },
    remove: ['attempts', 'failedAt', 'error'],
    when: [isDead, isThisDeath],
  },
  /** The archive that was to take the published row is switched off: to be expired by TTL. */
  expire: {
    set: { ttl: given('expiresAt') },
    remove: ['shard'],
    when: [isPublished],
  },
  /** The archive holds the event. A row that is anything else than what was archived stays. */
  archive: { deletes: true, set: {}, when: [isPublished, isAsSeen] },
}
