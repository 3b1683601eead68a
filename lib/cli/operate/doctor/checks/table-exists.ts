import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

export const tableExists: Check = {
  name: 'table',
  run: async ({ table, outbox: { tableName } }) => {
    try {
      const { TableStatus } = await table()
      return TableStatus === 'ACTIVE' || TableStatus === 'UPDATING'
        ? ok(`${tableName} is ${TableStatus}`)
        : problem(`${tableName} is ${TableStatus}`, 'wait until it is ACTIVE, or restore it')
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error
      return problem(
        `There is no table ${tableName}`,
        'check --table and --region; a deleted table is restored from a backup under its old name',
      )
    }
  },
}
