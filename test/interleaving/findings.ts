import type { Invariant } from '../model/invariants.js'

/** What must not happen beside the model's invariants. */
export const FINDING = {
  bytes: 'an event is published with other bytes than it was committed with',
  order: 'an event that only the relay delivered passes an earlier one of its aggregate',
  stranded: 'a published row waits in the index for ever',
  archived: 'a row is deleted that is not in the archive',
  published: 'a row is PUBLISHED whose event was not accepted',
  attempts: 'a row counts more failures than its event had',
  atomic: 'a change and its events did not commit together',
  thrown: 'a sweep or a redrive throws',
} as const

export type Finding = Invariant | (typeof FINDING)[keyof typeof FINDING]

/** What was seen that must not happen. */
export class Findings {
  readonly list: string[] = []

  violate(finding: Finding, what: string): void {
    this.list.push(`${finding}: ${what}`)
  }
}
