import { needed } from '../../needed.js'
import { redriveQueueUrl } from '../../redrive-queue-url.js'
import { ok, problem } from '../answers.js'
import type { Check } from '../check.js'
import { deployAgain } from '../deploy-again.js'
import { queueAttributes } from '../queue-attributes.js'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html */
export const redriveQueue: Check = {
  name: 'redrive queue',
  run: async ({ clients, outbox }) => {
    const url = redriveQueueUrl(clients, outbox).then((told) => told ?? needed(outbox, 'redriveQueueUrl'))
    const attributes = await queueAttributes(clients, url)
    if (attributes === undefined)
      return problem('It is not there: the console cannot send dead letters back', deployAgain(outbox))
    const deadLetterUrl = needed(outbox, 'deadLetterQueueUrl')
    const deadLetter = await queueAttributes(clients, Promise.resolve(deadLetterUrl))
    const arn = deadLetter?.['QueueArn']
    return arn !== undefined && attributes['RedrivePolicy']?.includes(`"${arn}"`)
      ? ok('its dead-letter queue is that of the outbox')
      : problem(
          'Its redrive policy does not name the dead-letter queue: the console refuses to move notices',
          deployAgain(outbox),
        )
  },
}
