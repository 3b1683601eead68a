import { DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html */
export const tableTtl: Check = {
  name: 'time to live',
  run: async ({ clients, outbox: { tableName, ttlAttribute } }) => {
    const { TimeToLiveDescription } = await clients.dynamodb.send(
      new DescribeTimeToLiveCommand({ TableName: tableName }),
    )
    const { AttributeName: there, TimeToLiveStatus: status = 'DISABLED' } = TimeToLiveDescription ?? {}
    if (status !== 'ENABLED' && status !== 'ENABLING')
      return problem(
        `It is ${status}: published events stay for ever`,
        `timeToLiveAttribute: '${ttlAttribute}' on the table`,
      )
    return there === ttlAttribute
      ? ok(`by ${ttlAttribute}`)
      : problem(
          `The table expires items by ${there}, the outbox writes ${ttlAttribute}`,
          `ttlAttribute: '${there}' on the outbox`,
        )
  },
}
