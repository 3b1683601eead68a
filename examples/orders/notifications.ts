import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { createConsumer, on } from 'serverless-outbox'
import { orderPaid } from './events.js'

// Thanks for each payment by a mail. A mail cannot commit with anything, so the inbox notes that it is being sent, and
// that it was: once, unless the process dies in between. The mail service gets the event's id, by which it can tell.

const queues = new SQSClient({})
const QueueUrl = process.env['MAIL_QUEUE_URL'] ?? ''

export const handler = createConsumer({
  inbox: { effects: 'outside' },
  events: [
    on(orderPaid, async ({ eventId, aggregateId: orderId, data }) => {
      const mail = { template: 'thank-you', orderId, total: data.total, idempotencyKey: eventId }
      await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(mail) }))
    }),
  ],
})
