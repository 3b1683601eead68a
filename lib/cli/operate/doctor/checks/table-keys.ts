import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html */
export const tableKeys: Check = {
  name: 'keys',
  run: async ({ table, outbox: { keys } }) => {
    const { KeySchema = [], AttributeDefinitions = [] } = await table()
    const told = [keys.partitionKey, ...(keys.sortKey === undefined ? [] : [keys.sortKey])]
    const there = ['HASH', 'RANGE'].flatMap((type) => {
      const name = KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName
      return name === undefined ? [] : [name]
    })
    if (told.join() !== there.join())
      return problem(
        `The table's keys are ${there.join(' and ')}, the outbox was told ${told.join(' and ')}`,
        `keys: { partitionKey: '${there[0]}'${there[1] === undefined ? '' : `, sortKey: '${there[1]}'`} }`,
      )
    const odd = told.filter(
      (name) =>
        AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType !== 'S',
    )
    return odd.length === 0
      ? ok(`${told.join(' and ')}, strings`)
      : problem(`Key attribute ${odd.join(', ')} is no string`, 'the outbox needs another table')
  },
}
