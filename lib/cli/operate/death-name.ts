import { keyText, type RowKey } from '../../store/row-key.js'

/** A death, by which a notice is known: a row may die twice. */
export interface DeathName {
  readonly key: RowKey
  readonly diedAt: string
}

/** A text that is the same for the same death only. */
export function deathText({ key, diedAt }: DeathName): string {
  return `${keyText(key)}\u0000${diedAt}`
}
