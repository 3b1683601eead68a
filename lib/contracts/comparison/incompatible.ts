import type { Change } from './change.js'

export function incompatible(path: string, what: string): Change {
  return { path, what, compatible: false }
}
