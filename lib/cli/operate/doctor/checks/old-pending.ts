import { ageText } from '../../age-text.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

/** What the alarm takes for late by default. Seconds. */
const LATE = 5 * 60

export const oldPending: Check = {
  name: 'pending events',
  run: async ({ levels, clock }) => {
    const { pending, oldestPending } = await levels()
    const age = oldestPending === undefined ? 0 : Math.round((clock.now() - oldestPending) / 1_000)
    return age < LATE
      ? ok(`${pending}, none older than ${ageText(LATE)}`)
      : problem(
          `${pending} ${pending === 1 ? 'waits' : 'wait'}, the oldest for ${ageText(age)}`,
          'docs/operations.md#oldest-pending-age; `outbox list --status pending`',
        )
  },
}
