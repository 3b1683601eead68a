import { ATTRIBUTE } from '../../../../store/layout.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
export const mappingFilter: Check = {
  name: 'mapping filter',
  run: async ({ mapping, outbox, region }) => {
    const { FilterCriteria } = await mapping()
    const patterns = (FilterCriteria?.Filters ?? []).map(({ Pattern = '' }) => Pattern)
    const prefix = `P#${region}#`
    const wanted = JSON.stringify({ [ATTRIBUTE.shard]: { S: [{ prefix }] } })
    if (patterns.length === 1 && patterns[0]?.includes('"INSERT"') && normal(patterns[0]).includes(wanted))
      return ok(`fresh rows of ${region}`)
    return problem(
      patterns.length === 0
        ? 'The relay is invoked for every change of the table: there is no filter'
        : `The relay gets other rows than the fresh ones of ${region}: ${patterns.join(', ')}`,
      deployAgain(outbox),
    )
  },
}

/** Somebody may have written it with white space. */
function normal(pattern: string): string {
  try {
    return JSON.stringify(JSON.parse(pattern))
  } catch {
    return ''
  }
}
