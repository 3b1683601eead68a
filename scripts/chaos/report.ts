import type { ChaosResult } from './verdict.js'

const MEANING: readonly (readonly [keyof ChaosResult, string])[] = [
  ['committed', 'events that DynamoDB took in transactions'],
  ['delivered', 'of them, arrived behind the EventBridge rule'],
  ['deadLettered', 'of them, told in the dead-letter queue as undeliverable'],
  ['redriven', 'of these, arrived after the repair'],
  ['kills', 'of relay, sweeper and redrive, each in the middle of a call'],
  ['duplicates', 'arrivals beyond the first'],
  ['duplicateBound', 'so many may there be, by what was in flight'],
  ['reordered', 'events that came after a later one of their aggregate'],
  ['phantom', 'arrivals that nobody committed'],
  ['altered', 'events that came with other bytes'],
  ['lost', 'committed, and neither arrived nor in the dead-letter queue'],
]

export function tableLines(result: ChaosResult): string[] {
  return [
    '',
    ...MEANING.map(
      ([name, meaning]) => `  ${name.padEnd(15)}${String(result[name]).padStart(6)}   ${meaning}`,
    ),
    '',
    `  npm run chaos -- --seed ${result.seed} repeats the plan.`,
  ]
}
