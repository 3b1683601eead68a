import type { Grant } from 'serverless-outbox/local'
import { grantKey } from './grant-key.js'

export interface Review {
  readonly grants: number
  /** Never used, and nobody says why they are there. */
  readonly unjustified: readonly string[]
  /** Justified, and used, or no longer there. */
  readonly stale: readonly string[]
}

/** A grant counts as used when one app used it. @param justified why a grant is there although no test uses it, by key */
export function reviewGrants(grants: readonly Grant[], justified: Readonly<Record<string, string>>): Review {
  const used = new Map<string, boolean>()
  for (const grant of grants) {
    const key = grantKey(grant)
    if (key !== undefined) used.set(key, grant.used || (used.get(key) ?? false))
  }
  const unused = [...used].flatMap(([key, isUsed]) => (isUsed ? [] : [key]))
  return {
    grants: used.size,
    unjustified: unused.filter((key) => justified[key] === undefined).sort(),
    stale: Object.keys(justified)
      .filter((key) => !unused.includes(key))
      .sort(),
  }
}
