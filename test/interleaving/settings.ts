import type { ProfileName } from './profiles.js'

export const SECOND = 1_000
export const MINUTE: number = 60 * SECOND

/** In the far future: an engine that deletes expired rows by its own clock must find none. */
export const START: number = Date.parse('2040-03-01T12:00:00.000Z')

/** As the constructs set them by default, but for `giveUpAfter` and the retention, which end within hours here. */
export const TIMES = {
  relayTimeout: MINUTE,
  sweeperTimeout: 55 * SECOND,
  redriveTimeout: 30 * SECOND,
  maxRecordAge: 60 * MINUTE,
  grace: 75 * MINUTE,
  /** While the mapping was seen disabled twice. */
  shortGrace: 2 * MINUTE,
  lease: 2 * MINUTE,
  giveUpAfter: 15 * MINUTE,
  retentionSeconds: 900,
  /** How long few rows wait for others before they are archived. */
  archiveWait: 61 * MINUTE,
  backoff: { base: MINUTE, cap: 15 * MINUTE },
} as const

/** What differs from world to world. */
export interface WorldSettings {
  readonly profile: ProfileName
  /** Of fences, ids, jitter and the lag of the index. */
  readonly seed: number
  readonly strictOrder: boolean
  /** Events per second of a sweeper. */
  readonly maxPublishRate: number | undefined
  /** Whether there is an archive at first. */
  readonly archive: boolean
  /** While so many are at work nobody begins. */
  readonly crowd: number
  /** Of a hundred events so many are born with something wrong. */
  readonly poisonRate: number
  /** Of a hundred calls that change something so many fail, wholly or in part; of those that ask, a quarter of it. */
  readonly faultRate: number
}
