import { regionIn } from '../../../../store/shard.js'
import { counted } from '../../counted.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

/** Rows name the Region that must deliver them. */
export const foreignRegions: Check = {
  name: "rows' Regions",
  run: async ({ sample, table, region }) => {
    const { entries, lookedAt, isWhole } = await sample()
    const { Replicas = [] } = await table()
    const counts = new Map<string, number>()
    for (const { shard } of entries) {
      const named = regionIn(shard)
      if (named !== undefined && named !== region) counts.set(named, (counts.get(named) ?? 0) + 1)
    }
    const replicated = new Set(Replicas.map(({ RegionName }) => RegionName))
    const stranded = [...counts].filter(([named]) => !replicated.has(named))
    const looked = isWhole ? counted(lookedAt, 'row') : `the first ${counted(lookedAt, 'row')} of the index`
    return stranded.length === 0
      ? ok(`${region}, or a replica of the table: ${looked}`)
      : problem(
          `Rows wait for Regions where this table has no replica: ${stranded.map(([named, count]) => `${count} for ${named}`).join(', ')}`,
          `a writer's client resolved an endpoint of another Region: set its Region to ${region}, and the rows' obShard`,
        )
  },
}
