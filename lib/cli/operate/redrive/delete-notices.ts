import type { Clock } from '../../../clock.js'
import type { AwsClients } from '../aws-clients.js'
import { type Browsed, browseQueue } from '../browse-queue.js'
import { deathInMessage } from '../death-in-message.js'
import { deathText } from '../death-name.js'
import type { OutboxResources } from '../outbox-resources.js'
import type { SelectedRow } from '../selected-row.js'

/** SQS lets 120,000 messages of a queue be out of sight; a minute is over long before. */
const MAX_MESSAGES = 50_000

/** Takes the notices of these deaths out of the dead-letter queue; the others stay. @throws the SDK's error */
export async function deleteNotices(
  clients: AwsClients,
  outbox: OutboxResources & { readonly deadLetterQueueUrl: string },
  rows: readonly SelectedRow[],
  clock: Clock,
): Promise<Browsed> {
  const wanted = new Set(
    rows.flatMap(({ key, diedAt }) => (diedAt === undefined ? [] : deathText({ key, diedAt }))),
  )
  const found = new Set<string>()
  return browseQueue(clients, {
    url: outbox.deadLetterQueueUrl,
    maxMessages: MAX_MESSAGES,
    clock,
    visit: ({ Body }) => {
      const death = deathInMessage(Body, outbox)
      const text = death === undefined ? '' : deathText(death)
      if (!wanted.has(text)) return 'putBack'
      found.add(text)
      return 'delete'
    },
    isDone: () => found.size === wanted.size,
  })
}
