import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

export const deadLetters: Check = {
  name: 'dead letters',
  run: async ({ levels }) => {
    const { dead, noticesWaiting } = await levels()
    if (dead === 0) return ok('none')
    const owed = noticesWaiting === 0 ? '' : `, of ${noticesWaiting} the notice is owed`
    return problem(
      `${dead} ${dead === 1 ? 'event is' : 'events are'} dead${owed}`,
      '`outbox list --status dead`, mend the cause, then `outbox redrive`',
    )
  },
}
