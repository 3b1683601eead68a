import { keyText } from '../store/row-key.js'
import type { PendingRow } from './pending-row.js'

/** A row is about a hundred bytes here. */
const CAPACITY = 10_000

/**
 * Rows whose event the destination has accepted but which could not be marked. The mapping brings them again within
 * seconds, a claim that lapses within minutes, usually to the same execution environment: then only the mark is
 * repeated, not the event. It is a courtesy to consumers, no guarantee: the environment may be gone.
 */
export class AcceptedMemory {
  readonly #rows: Set<string> = new Set()

  has(row: PendingRow): boolean {
    return this.#rows.has(name(row))
  }

  add(row: PendingRow): void {
    this.#rows.add(name(row))
    for (const oldest of this.#rows) {
      if (this.#rows.size <= CAPACITY) return
      this.#rows.delete(oldest)
    }
  }

  delete(row: PendingRow): void {
    this.#rows.delete(name(row))
  }
}

function name(row: PendingRow): string {
  return `${keyText(row.key)}\u0000${row.due}`
}
