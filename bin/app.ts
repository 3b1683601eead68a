import { App } from 'aws-cdk-lib'
import { OrdersStack } from '../examples/orders/orders-stack.js'

// No account and no Region: the same template for all, made without credentials.
const app = new App()
new OrdersStack(app, 'Orders', { description: 'An order service that publishes its events by an outbox' })
app.synth()
