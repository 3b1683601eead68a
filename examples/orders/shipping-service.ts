import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { TransactionalOutbox } from 'serverless-outbox/cdk'
import { orderCancelled, orderPaid, orderPlaced } from './events.js'
import { exampleFunction } from './example-function.js'

const TIMEOUT = Duration.seconds(15)
const common = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
}

/** A rule on the outbox's bus, a queue behind it, and a function that ships each paid order once. */
export class Shipping extends Construct {
  readonly table: TableV2
  readonly queue: Queue

  constructor(scope: Construct, id: string, { eventBus, source }: TransactionalOutbox) {
    super(scope, id)

    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    })

    this.queue = new Queue(this, 'Queue', {
      ...common,
      // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(6 * TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: new Queue(this, 'DeadLetterQueue', common), maxReceiveCount: 5 },
    })

    new Rule(this, 'Rule', {
      eventBus,
      eventPattern: {
        source: [source],
        detailType: [orderPlaced.type, orderPaid.type, orderCancelled.type],
      },
      // What EventBridge cannot put into the queue (a missing permission, for example) is not lost either.
      targets: [new SqsQueue(this.queue, { deadLetterQueue: new Queue(this, 'UndeliveredQueue', common) })],
    })

    const fn = exampleFunction(this, 'Function', {
      entry: 'shipping.ts',
      timeout: TIMEOUT,
      environment: { SHIPPING_TABLE_NAME: this.table.tableName },
    })
    this.table.grant(fn, 'dynamodb:PutItem', 'dynamodb:UpdateItem')
    fn.addEventSource(new SqsEventSource(this.queue, { batchSize: 10, reportBatchItemFailures: true }))
  }
}
