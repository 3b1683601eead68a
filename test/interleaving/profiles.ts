/** What can happen next; `release` lets one call go on. How often each is drawn where nothing is stressed. */
const USUAL = {
  release: 100,
  write: 10,
  deliver: 14,
  sweep: 8,
  arrive: 3,
  showIndex: 6,
  redrive: 8,
  consume: 8,
  poison: 4,
  cure: 4,
  outage: 1.2,
  outageEnds: 5,
  queueFails: 1,
  queueWorks: 1.5,
  deleteBus: 0.4,
  makeBus: 1.5,
  disableMapping: 0.5,
  enableMapping: 1.5,
  replaceMapping: 0.7,
  repeatBatch: 1.5,
  kill: 1,
  expire: 1,
  switchArchive: 0.7,
  wait: 2,
  jump: 4,
  stall: 2.5,
}

export type StepName = keyof typeof USUAL

export interface Profile {
  readonly weights: Readonly<Record<StepName, number>>
  /** Events that wait; with more of them nobody writes. */
  readonly maxWaiting: number
  /** Of the events that may be delayed one in so many is. */
  readonly delayedOneIn: number
}

export const PROFILES = {
  /** Everything, evenly. */
  usual: { weights: USUAL, maxWaiting: 10, delayedOneIn: 5 },
  /** Few events, which sweepers that stand still and overlap fight for. */
  sweeps: {
    weights: { ...USUAL, write: 5, deliver: 5, sweep: 22, outage: 2.5, outageEnds: 8, stall: 6, wait: 3 },
    maxWaiting: 4,
    delayedOneIn: 2,
  },
  /** Much time, in which what was published is archived or expires, and sweepers that are at it together. */
  archives: {
    weights: { ...USUAL, write: 6, sweep: 24, jump: 12, stall: 4, wait: 3, switchArchive: 1.5 },
    maxWaiting: 4,
    delayedOneIn: 5,
  },
  /** Events that die, are redriven, and die again. */
  deaths: {
    weights: {
      ...USUAL,
      write: 6,
      sweep: 14,
      arrive: 6,
      redrive: 18,
      consume: 16,
      poison: 8,
      cure: 2,
      queueFails: 2,
      stall: 4,
    },
    maxWaiting: 4,
    delayedOneIn: 5,
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof PROFILES

/** @param roll from 0 to below 1; 0 gives `release` */
export function stepName({ weights }: Profile, roll: number): StepName {
  const entries = Object.entries(weights) as [StepName, number][]
  let rest = roll * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of entries) {
    rest -= weight
    if (rest < 0) return name
  }
  return 'release'
}
