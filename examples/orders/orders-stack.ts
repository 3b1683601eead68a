import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { Audit } from './audit-service.js'
import { exampleFunction } from './example-function.js'
import { Notifications } from './notification-service.js'
import { Shipping } from './shipping-service.js'

/** An order service that publishes by the outbox, and the services that listen: shipping, notifications and audit. */
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
    const notifications = new Notifications(this, 'Notifications', outbox)
    const audit = new Audit(this, 'Audit', outbox)

    const outputs = {
      OrdersUrl: url.url,
      TableName: outbox.table.tableName,
      EventBusName: outbox.eventBus.eventBusName,
      DeadLetterQueueUrl: outbox.deadLetterQueue.queueUrl,
      RedriveQueueUrl: outbox.redriveQueue.queueUrl,
      ShippingTableName: shipping.table.tableName,
      ShippingQueueUrl: shipping.consumer.queue.queueUrl,
      NotificationsQueueUrl: notifications.consumer.queue.queueUrl,
      MailQueueUrl: notifications.mailQueue.queueUrl,
      AuditTableName: audit.table.tableName,
      AuditQueueUrl: audit.consumer.queue.queueUrl,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
