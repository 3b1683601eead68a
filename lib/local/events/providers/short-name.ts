import { createHash } from 'node:crypto'

/** A generated name within a maximum of characters: a hash keeps a shortened one unique. */
export function shortName(name: string, maximum: number): string {
  if (name.length <= maximum) return name
  return `${name.slice(0, maximum - 13)}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
