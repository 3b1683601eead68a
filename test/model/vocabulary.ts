/** What the bytes of a state mean. */

export const STATUS = { PENDING: 0, PUBLISHED: 1, DEAD: 2 } as const
export const STATUS_NAMES: readonly string[] = Object.keys(STATUS)

/** `none`: the row has left the index. */
export const OWNER = { P: 0, S: 1, R: 2, N: 3, D: 4, A: 5, none: 6 } as const
export const OWNER_NAMES: readonly string[] = ['P', 'S', 'R', 'N', 'D', 'A', '-']

/** Whether a row is in the table. */
export const THERE = { notYet: 0, yes: 1, gone: 2 } as const

/** How far time has gone for a row. Of `P`: 2 minutes or grace; of the others: `due` or not. */
export const AGE = { young: 0, due: 1, grace: 2 } as const

export const BUS = { missing: 0, there: 1, deletedJustNow: 2 } as const

/** `updating` still polls, though it is not Enabled. */
export const MAPPING = { enabled: 0, disabled: 1, updating: 2 } as const

/** What a row has on its account since it was written or redriven. */
export const BLAME = { none: 0, died: 1, failed: 2 } as const

/** What a worker is doing with a row. From `have` to `held` it holds it. */
export const STEP = {
  idle: 0,
  read: 1,
  have: 2,
  accepted: 3,
  rejected: 4,
  failed: 5,
  isolated: 6,
  along: 7,
  held: 8,
  owesNotice: 9,
  noticeSent: 10,
  done: 11,
  again: 12,
  archiving: 13,
  noticeFirst: 14,
} as const
export const STEP_NAMES: readonly string[] = Object.keys(STEP)

/** `active`: in the midst of a batch or a sweep; a relay that has only taken its batch is `taken`. */
export const PHASE = { idle: 0, taken: 1, active: 2 } as const
