import { ATTRIBUTE, OWNER_INDEX } from '../../../../store/layout.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

export const ownerIndex: Check = {
  name: 'index',
  run: async ({ table }) => {
    const { GlobalSecondaryIndexes = [], AttributeDefinitions = [] } = await table()
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === OWNER_INDEX)
    const mend = "OUTBOX_INDEX of 'serverless-outbox/cdk' in the table's globalSecondaryIndexes"
    if (index === undefined) return problem(`The table has no index ${OWNER_INDEX}: nothing is retried`, mend)
    const keys = (index.KeySchema ?? []).map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`)
    const isTyped = [ATTRIBUTE.shard, ATTRIBUTE.due].every((name) =>
      AttributeDefinitions.some(
        ({ AttributeName, AttributeType }) => AttributeName === name && AttributeType === 'S',
      ),
    )
    const wanted = `HASH ${ATTRIBUTE.shard},RANGE ${ATTRIBUTE.due}`
    const projection = index.Projection?.ProjectionType
    if (keys.join() !== wanted || !isTyped || projection !== 'KEYS_ONLY')
      return problem(
        `${OWNER_INDEX} has ${keys.join()} and ${projection}, it needs ${wanted}, KEYS_ONLY`,
        mend,
      )
    return index.IndexStatus === 'ACTIVE' || index.IndexStatus === 'UPDATING'
      ? ok(`${OWNER_INDEX} is ${index.IndexStatus}`)
      : problem(
          `${OWNER_INDEX} is ${index.IndexStatus}`,
          'wait until it is ACTIVE: a table of some size takes hours',
        )
  },
}
