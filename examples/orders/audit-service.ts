import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import type { OutboxConsumer, TransactionalOutbox } from 'serverless-outbox/cdk'
import { exampleFunction } from './example-function.js'

/** Keeps every event of orders, each once, for good. */
export class Audit extends Construct {
  readonly table: TableV2
  readonly consumer: OutboxConsumer

  constructor(scope: Construct, id: string, outbox: TransactionalOutbox) {
    super(scope, id)
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const handler = exampleFunction(this, 'Function', {
      entry: 'audit.ts',
      environment: { AUDIT_TABLE_NAME: this.table.tableName },
    })
    this.consumer = outbox.addConsumer('Consumer', {
      scope: this,
      consumerName: 'audit',
      allEventsOf: 'Order',
      handler,
    })
    this.table.grant(handler, 'dynamodb:UpdateItem')
  }
}
