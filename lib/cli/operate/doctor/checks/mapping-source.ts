import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'

/** A stream that is switched off and on again is another one, of which a mapping made before gets nothing. */
export const mappingSource: Check = {
  name: 'mapping source',
  run: async ({ mapping, table, outbox }) => {
    const { EventSourceArn } = await mapping()
    const { LatestStreamArn } = await table()
    return EventSourceArn === LatestStreamArn
      ? ok("the table's stream")
      : problem(
          `The relay's mapping reads ${EventSourceArn}, the table's stream is ${LatestStreamArn ?? 'off'}`,
          deployAgain(outbox),
        )
  },
}
