import { needed } from '../../needed.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'
import { queueAttributes } from '../queue-attributes.js'

export const deadLetterQueue: Check = {
  name: 'dead-letter queue',
  run: async ({ clients, outbox }) => {
    const url = needed(outbox, 'deadLetterQueueUrl')
    return (await queueAttributes(clients, Promise.resolve(url))) === undefined
      ? problem(`There is no queue ${url}: notices of dead letters are owed`, deployAgain(outbox))
      : ok(url)
  },
}
