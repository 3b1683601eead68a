import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface ChaosOptions {
  /** How many events are committed, exactly. */
  readonly events: number
  /** How many calls in flight of relay, sweeper and redrive end with the death of who made them. */
  readonly kills: number
  /** Of everything that is decided by chance. */
  readonly seed: number
}

export const USAGE: string = `usage: npm run chaos -- [--events N] [--kills K] [--seed S] [--json]
  --events   10 to 20000, default 500
  --kills    0 to 1000, default 20
  --seed     0 to 4294967295, repeats the plan of an earlier run; default a new one
  --json     the result as one JSON object on the last line`

const NUMBERS = {
  events: { from: 10, to: 20_000, fallback: () => 500 },
  kills: { from: 0, to: 1_000, fallback: () => 20 },
  seed: { from: 0, to: 2 ** 32 - 1, fallback: () => randomInt(2 ** 32) },
} as const

/** @throws Error saying which flag is wrong, and how */
export function parseOptions(args: readonly string[]): ChaosOptions & { readonly json: boolean } {
  const { values } = parseArgs({
    args: withNegatives(args),
    options: {
      events: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const number = (name: keyof typeof NUMBERS): number => {
    const { from, to, fallback } = NUMBERS[name]
    const text = values[name]
    if (text === undefined) return fallback()
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= from && value <= to) return value
    throw new Error(`Expected \`--${name}\` to be a whole number from ${from} to ${to}, got \`${text}\``)
  }
  return { events: number('events'), kills: number('kills'), seed: number('seed'), json: values.json }
}

/** `--seed -1` as one argument: the parser would take `-1` for a flag, and say so at length. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const flag = joined.at(-1)
    if (flag?.startsWith('--') === true && /^-\d/.test(arg)) joined.splice(-1, 1, `${flag}=${arg}`)
    else joined.push(arg)
  }
  return joined
}
