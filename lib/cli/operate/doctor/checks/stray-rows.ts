import { rowIdentity } from '../../../../store/row-key.js'
import { levelsOf } from '../../../../sweeper/levels-of.js'
import { counted } from '../../counted.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

const SHOWN = 5

/** Somebody edited them, or a writer of another make wrote them. */
export const strayRows: Check = {
  name: 'stray rows',
  run: async ({ sample, region }) => {
    const { entries, lookedAt, isWhole } = await sample()
    const { strays } = levelsOf(entries, region)
    if (strays.length === 0)
      return ok(isWhole ? 'none' : `none among the first ${counted(lookedAt, 'row')} of the index`)
    const ids = strays.slice(0, SHOWN).map((key) => {
      const identity = rowIdentity(key)
      return identity === undefined
        ? key.partition
        : `${identity.eventId} of ${identity.aggregateType}/${identity.aggregateId}`
    })
    return problem(
      `Nobody looks for the owner, the shard or the due time of ${counted(strays.length, 'row')}: ${ids.join(', ')}`,
      `set obShard to R#${region}#00 and obDue to a time as 2026-11-30T12:00:00.000Z#0badcafe: the sweeper takes them then`,
    )
  },
}
