import type { Clock } from '../../../clock.js'
import type { AwsClients } from '../aws-clients.js'
import { browseQueue } from '../browse-queue.js'
import { deathInMessage } from '../death-in-message.js'
import { type DeathName, deathText } from '../death-name.js'
import type { OutboxResources } from '../outbox-resources.js'

const MAX_MESSAGES = 500

/** Where the notice of a death is. `unknown`: the queue has more messages than were looked at. */
export type NoticePlace = 'inQueue' | 'notInQueue' | 'unknown'

/** Looks for it in the dead-letter queue and puts back what it finds. @throws the SDK's error */
export async function findNotice(
  clients: AwsClients,
  outbox: OutboxResources & { readonly deadLetterQueueUrl: string },
  death: DeathName,
  clock: Clock,
): Promise<NoticePlace> {
  const wanted = deathText(death)
  let isFound = false
  const { isWhole } = await browseQueue(clients, {
    url: outbox.deadLetterQueueUrl,
    maxMessages: MAX_MESSAGES,
    clock,
    visit: ({ Body }) => {
      const told = deathInMessage(Body, outbox)
      isFound ||= told !== undefined && deathText(told) === wanted
      return 'putBack'
    },
    isDone: () => isFound,
  })
  if (isFound) return 'inQueue'
  return isWhole ? 'notInQueue' : 'unknown'
}
