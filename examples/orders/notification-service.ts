import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { OutboxConsumer, TransactionalOutbox } from 'serverless-outbox/cdk'
import { orderPaid } from './events.js'
import { exampleFunction } from './example-function.js'

/** Has a mail sent for each payment. */
export class Notifications extends Construct {
  /** Where the mail service, which is somebody else's, takes what it shall send. */
  readonly mailQueue: Queue
  readonly consumer: OutboxConsumer

  constructor(scope: Construct, id: string, outbox: TransactionalOutbox) {
    super(scope, id)
    this.mailQueue = new Queue(this, 'MailQueue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    const handler = exampleFunction(this, 'Function', {
      entry: 'notifications.ts',
      environment: { MAIL_QUEUE_URL: this.mailQueue.queueUrl },
    })
    this.consumer = outbox.addConsumer('Consumer', {
      scope: this,
      consumerName: 'notifications',
      events: [orderPaid],
      handler,
      inbox: { effects: 'outside' },
    })
    this.mailQueue.grant(handler, 'sqs:SendMessage')
  }
}
