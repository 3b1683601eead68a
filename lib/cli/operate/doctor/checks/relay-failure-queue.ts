import { counted } from '../../counted.js'
import { needed } from '../../needed.js'
import { relayFailureQueueUrl } from '../../relay-failure-queue-url.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'
import { queueAttributes } from '../queue-attributes.js'

export const relayFailureQueue: Check = {
  name: 'relay-failure queue',
  run: async ({ clients, outbox }) => {
    const url = relayFailureQueueUrl(clients, outbox).then(
      (told) => told ?? needed(outbox, 'relayFailureQueueUrl'),
    )
    const attributes = await queueAttributes(clients, url)
    if (attributes === undefined)
      return problem(
        'It is not there: nobody hears of records that the mapping gives up',
        deployAgain(outbox),
      )
    const count = Number(attributes['ApproximateNumberOfMessages'])
    return count === 0
      ? ok('empty')
      : problem(
          `The stream mapping gave up records: ${counted(count, 'message')}`,
          'docs/operations.md#relay-failures; the sweeper delivers their events; then purge the queue',
        )
  },
}
