/**
 * Names in the table. Every attribute of ours is prefixed `ob`: a user's table may have an index on `status` or
 * `time`, and a type clash with an index key would make DynamoDB refuse the write.
 */
export const ATTRIBUTE = {
  source: 'obSource',
  type: 'obType',
  detail: 'obDetail',
  time: 'obTime',
  sequence: 'obSeq',
  trace: 'obTrace',
  status: 'obStatus',
  shard: 'obShard',
  due: 'obDue',
  attempts: 'obAttempts',
  failedAt: 'obFailedAt',
  error: 'obError',
  claims: 'obClaims',
  diedAt: 'obDiedAt',
  deaths: 'obDeaths',
  redrivenAt: 'obRedrivenAt',
  redrivenBy: 'obRedrivenBy',
  publishedAt: 'obPublishedAt',
} as const

/** Sparse, KEYS_ONLY: partition key `obShard`, sort key `obDue`. A row is in it as long as somebody owes it work. */
export const OWNER_INDEX = 'outbox-by-owner'

/** Every outbox row's partition key begins with this. */
export const PARTITION_PREFIX = 'OUTBOX#'

/** The record of a replay: `OUTBOX-REPLAY#<outbox>`. Not `OUTBOX#`, which policies protect and the outbox reads as its rows. */
export const REPLAY_PREFIX = 'OUTBOX-REPLAY#'

/** A consumer's inbox: `INBOX#<consumer>#<eventId>` says that an event was handled. */
export const INBOX_PREFIX = 'INBOX#'
/** A consumer's inbox: `INBOX-ORDER#<consumer>#…` holds how far an aggregate's events were handled. */
export const ORDER_PREFIX = 'INBOX-ORDER#'

export type Status = 'PENDING' | 'PUBLISHED' | 'DEAD'

export const OWNERS = ['P', 'S', 'R', 'N', 'D', 'A'] as const

/**
 * Who must act on a row, the first letter of `obShard`: `P` the relay (fresh), `S` the sweeper once it is due
 * (scheduled), `R` the sweeper (handed over, claimed, backing off, redriven), `N` the sweeper (its notice is owed),
 * `D` people (dead), `A` the archive.
 */
export type Owner = (typeof OWNERS)[number]
