import type { Change } from './change.js'

export function compatible(path: string, what: string): Change {
  return { path, what, compatible: true }
}
