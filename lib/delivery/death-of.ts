import type { Death } from '../dead-letter/notice.js'
import type { Settlement } from './settlement.js'

/** The death that a settlement wrote, if it wrote one. */
export function deathOf({ row, outcome, change }: Settlement): Death | undefined {
  if (change?.transition !== 'die' || !('error' in outcome)) return undefined
  const { diedAt, deaths, attempts, failedAt, error } = change.values
  return {
    row,
    diedAt: String(diedAt),
    deaths: Number(deaths),
    attempts: Number(attempts),
    failedAt: String(failedAt),
    errorCode: outcome.error.code,
    reason: String(error),
  }
}
