import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { exampleFunction } from './example-function.js'
import { Shipping } from './shipping-service.js'

/** An order service that publishes by the outbox, and a shipping service that listens. */
export class OrdersStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)

    const outbox = new TransactionalOutbox(this, 'Outbox', { source: 'orders' })

    const api = exampleFunction(this, 'OrdersApi', { entry: 'orders-api.ts' })
    outbox.grantWrite(api)
    outbox.table.grant(api, 'dynamodb:GetItem')
    // Only callers with lambda:InvokeFunctionUrl, who sign their requests.
    const url = api.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM })

    const shipping = new Shipping(this, 'Shipping', outbox)

    const outputs = {
      OrdersUrl: url.url,
      TableName: outbox.table.tableName,
      EventBusName: outbox.eventBus.eventBusName,
      DeadLetterQueueUrl: outbox.deadLetterQueue.queueUrl,
      RedriveQueueUrl: outbox.redriveQueue.queueUrl,
      ShippingTableName: shipping.table.tableName,
      ShippingQueueUrl: shipping.queue.queueUrl,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
