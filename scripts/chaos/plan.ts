import { seededRandom } from '../../lib/local/time/seeded-random.js'
import { RELAY_GIVES_UP_MINUTES } from './chaos-stack.js'
import type { ChaosOptions } from './options.js'
import type { OutageKind } from './outage.js'

export type Victim = 'relay' | 'sweeper' | 'redrive'

export interface PlannedKill {
  readonly victim: Victim
  /** Any of its calls, or one that changes something. */
  readonly aim: 'any' | 'effect'
  /** So many of these calls pass before. */
  readonly skip: number
  /** Before the call reaches the service, or after it took effect. */
  readonly when: 'before' | 'after'
}

/** What is to happen when. Waves are numbered from 0. */
export interface ChaosPlan {
  readonly waves: number
  readonly kills: readonly PlannedKill[]
  readonly redriveKills: readonly PlannedKill[]
  /** Waves in which the writer dies around a commit. */
  readonly writerCrashes: ReadonlyMap<number, 'before' | 'after'>
  readonly outage: {
    readonly wave: number
    readonly minutes: number
    readonly kind: OutageKind
  }
  /** In which wave each kind of poison is written. */
  readonly poison: { readonly broken: number; readonly refused: number }
  /** From this wave on dead letters are repaired and redriven. */
  readonly repair: number
}

/** So many waves for each kill, so that most strike a load of their own. */
const WAVES_PER_KILL = 1.25
const FEWEST_WAVES = 8
const MOST_WAVES = 60

/** How many kills hit a call that changes something, and how many such calls, or of any kind, pass before. */
const EFFECT_SHARE = 0.7
const MOST_EFFECTS_BEFORE = 4
const MOST_CALLS_BEFORE = 12
/** Of a redrive each repeats a wait of minutes, and a message comes five times at most. */
const MOST_REDRIVE_KILLS = 2

/** Of those that are not the redrive's. */
const RELAY_SHARE = 0.6

/** Minutes. The longest is longer than the relay holds on to a record: the sweeper has to take over. */
const OUTAGES = [4, 8, 15, RELAY_GIVES_UP_MINUTES + 25] as const

export function makePlan({ events, kills, seed }: ChaosOptions): ChaosPlan {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const when = (): 'before' | 'after' => (random() < 0.5 ? 'before' : 'after')
  const waves = Math.min(
    Math.max(FEWEST_WAVES, Math.ceil(kills * WAVES_PER_KILL)),
    MOST_WAVES,
    Math.floor(events / 2) + FEWEST_WAVES,
  )
  const redriveKills = Array.from(
    { length: Math.min(MOST_REDRIVE_KILLS, Math.floor(kills / 5)) },
    (): PlannedKill => ({ victim: 'redrive', aim: 'any', skip: below(3), when: when() }),
  )
  const others = Array.from({ length: kills - redriveKills.length }, (): PlannedKill => {
    const victim = random() < RELAY_SHARE ? 'relay' : 'sweeper'
    const aim = random() < EFFECT_SHARE ? 'effect' : 'any'
    const skip = below(aim === 'effect' ? MOST_EFFECTS_BEFORE : MOST_CALLS_BEFORE)
    return { victim, aim, skip, when: when() }
  })
  const third = Math.floor(waves / 3)
  const middle = Math.floor(waves / 2)
  const poison = { broken: below(third), refused: below(third) }
  const crashes = Array.from({ length: Math.ceil(kills / 10) }, () => [below(waves), when()] as const)
  return {
    waves,
    kills: others,
    redriveKills,
    // The poison must be committed as it is planned.
    writerCrashes: new Map(crashes.filter(([wave]) => wave !== poison.broken && wave !== poison.refused)),
    outage: {
      wave: middle,
      minutes: OUTAGES[below(OUTAGES.length)] ?? OUTAGES[0],
      kind: random() < 0.7 ? 'unavailable' : 'time-out',
    },
    poison,
    repair: middle + third,
  }
}
