import { ENVIRONMENT } from '../../../../environment.js'
import { variable } from '../../variable.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'
import type { OutboxFunctions } from '../doctor-context.js'

const OF_ALL = ['name', 'tableName', 'partitionKey', 'sortKey', 'ttlAttribute'] as const
const OF_DELIVERY = ['eventBusArn', 'deadLetterQueueUrl', 'retentionSeconds'] as const
const NAMES = ['relay', 'sweeper', 'redrive'] as const

export const functionEnvironments: Check = {
  name: 'functions',
  run: async ({ functions, outbox }) => {
    const found = await functions()
    const absent = NAMES.filter((name) => found[name] === undefined)
    if (absent.length > 0)
      return problem(`Functions of the outbox are not there: ${absent.join(', ')}`, deployAgain(outbox))
    const differing = [
      ...OF_ALL.filter((name) => differs(found, NAMES, ENVIRONMENT[name])),
      ...OF_DELIVERY.filter((name) => differs(found, ['relay', 'sweeper'], ENVIRONMENT[name])),
    ].map((name) => ENVIRONMENT[name])
    return differing.length === 0
      ? ok('relay, sweeper and redrive are told the same')
      : problem(`Relay, sweeper and redrive are told different ${differing.join(', ')}`, deployAgain(outbox))
  },
}

function differs(
  functions: OutboxFunctions,
  names: readonly (keyof OutboxFunctions)[],
  of: Parameters<typeof variable>[1],
): boolean {
  const values = names.flatMap((name) => {
    const fn = functions[name]
    return fn === undefined ? [] : [variable(fn, of)]
  })
  return new Set(values).size > 1
}
