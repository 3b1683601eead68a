import { DescribeEventBusCommand } from '@aws-sdk/client-eventbridge'
import { needed } from '../../needed.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeEventBus.html */
export const eventBus: Check = {
  name: 'event bus',
  run: async ({ clients, outbox }) => {
    const name = needed(outbox, 'eventBusArn')
    try {
      await clients.events.send(new DescribeEventBusCommand({ Name: name }))
      return ok(name)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error
      return problem(`There is no bus ${name}: every event waits`, deployAgain(outbox))
    }
  },
}
