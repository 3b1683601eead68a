export interface DemoResult {
  readonly committed: number
  readonly published: number
  readonly consumed: number
  readonly duplicates: number
  readonly lost: number
  readonly phantom: number
  readonly altered: number
  readonly deadLettered: number
  /** Of the committed ones: while EventBridge was down. */
  readonly duringOutage: number
  /** Messages that were put into the consumers' queues once more. */
  readonly redelivered: number
  /** Orders that left the house; each was paid once. */
  readonly shipped: number
  /** Mails that said thanks for a payment. */
  readonly mailed: number
  /** Of the dead letters: delivered after the repair. */
  readonly redriven: number
  /** From the commit to the consumer, milliseconds. */
  readonly latencyMs: { readonly p50: number; readonly p99: number }
}

const MEANING: readonly (readonly [keyof Omit<DemoResult, 'latencyMs'>, string])[] = [
  ['committed', 'events that callers were told of'],
  ['duringOutage', 'of them, while EventBridge was down'],
  ['published', 'of them, accepted by EventBridge'],
  ['consumed', 'of them, kept by audit'],
  ['duplicates', 'arrivals beyond the first'],
  ['redelivered', 'messages that the consumers got once more'],
  ['shipped', 'orders, all the same: one for each payment'],
  ['mailed', 'thanks for a payment, all the same'],
  ['deadLettered', 'events that could not be sent as they were'],
  ['redriven', 'of them, delivered after the repair'],
  ['phantom', 'arrivals that nobody committed'],
  ['altered', 'events whose bytes changed on the way'],
  ['lost', 'promised, and never arrived'],
]

/** As it lies in the queue, indented below the sentence about it. */
export function deadLetterText(body: string): string {
  return `\n${body.replaceAll(/^/gm, '    ')}\n`
}

export function printTable(result: DemoResult): void {
  console.log()
  for (const [name, meaning] of MEANING)
    console.log(`  ${name.padEnd(13)}${String(result[name]).padStart(7)}   ${meaning}`)
  const { p50, p99 } = result.latencyMs
  console.log(
    `  ${'p50'.padEnd(13)}${String(p50).padStart(7)}   ms from the commit to the consumer, before the outage`,
  )
  console.log(
    `  ${'p99'.padEnd(13)}${String(p99).padStart(7)}   ms from the commit to the consumer, before the outage`,
  )
  console.log(`\n  ${result.lost === 0 ? 'Nothing is lost.' : `${result.lost} events are LOST.`}`)
}

/** Nearest rank; 0 when there is nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
