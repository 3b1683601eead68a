import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import type { OutboxConsumer, TransactionalOutbox } from 'serverless-outbox/cdk'
import { orderCancelled, orderPaid } from './events.js'
import { exampleFunction } from './example-function.js'

/** Ships each paid order once. Its inbox is in its own table, so that effect and inbox commit together. */
export class Shipping extends Construct {
  readonly table: TableV2
  readonly consumer: OutboxConsumer

  constructor(scope: Construct, id: string, outbox: TransactionalOutbox) {
    super(scope, id)
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const handler = exampleFunction(this, 'Function', { entry: 'shipping.ts' })
    this.consumer = outbox.addConsumer('Consumer', {
      scope: this,
      consumerName: 'shipping',
      events: [orderPaid, orderCancelled],
      handler,
      inbox: { table: this.table, keys: { partitionKey: 'pk' } },
    })
    this.table.grant(handler, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem')
  }
}
