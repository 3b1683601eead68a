import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AwsError, type Caller, type LocalCloud, type RecordedCall } from '../../../lib/local/index.js'
import { startEnforcedCloud } from './enforced-cloud.js'

// What the example may do and the other tests do not make it do.

let cloud: LocalCloud

beforeEach(async () => {
  cloud = await startEnforcedCloud({ assembly: 'cdk.out' })
})

afterEach(() => cloud?.stop())

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const url = new URL(path, cloud.attribute('Orders/OrdersApi/FunctionUrl', 'FunctionUrl'))
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBeLessThan(300)
  return (await response.json()) as Record<string, unknown>
}

const ORDER = '0198a9c4-0000-7000-8000-000000000001'

const place = (): Promise<unknown> =>
  post('orders', {
    orderId: ORDER,
    customerId: 'customer-1',
    currency: 'EUR',
    lines: [{ sku: 'book', quantity: 1, priceCents: 990 }],
  })

/** Resolves with the first call, past or future, that the predicate accepts. */
function called(accepts: (call: RecordedCall) => boolean): Promise<RecordedCall> {
  return new Promise((resolve) => {
    const stop = cloud.listen({
      onCall: (call) => {
        if (!accepts(call)) return
        stop()
        resolve(call)
      },
    })
    const past = cloud.calls().find(accepts)
    if (past !== undefined) resolve(past)
  })
}

const sent =
  (caller: string, queuePath: string) =>
  ({
    operation,
    caller: { name },
    input,
  }: {
    operation: string
    caller: Caller
    input: RecordedCall['input']
  }): boolean =>
    operation === 'SendMessage' && name === caller && input['QueueUrl'] === cloud.physicalId(queuePath)

it('an order is paid and shipped', async () => {
  await place()
  await post(`orders/${ORDER}/pay`, { paymentId: 'payment-1' })
  const name = cloud.logicalId('Orders/Shipping/Function')
  const shipped = await called(
    ({ operation, caller }) => operation === 'TransactWriteItems' && caller.name === name,
  )
  expect(shipped.errorCode).toBeUndefined()
})

const CONSUMERS = ['Shipping', 'Notifications', 'Audit'] as const

it('what the queues of the consumers do not take goes to their queues for the undelivered', async () => {
  cloud.intercept(async (call, next) => {
    if (CONSUMERS.some((name) => sent('events.amazonaws.com', `Orders/${name}/Consumer/Queue`)(call)))
      throw new AwsError('AccessDenied', 'No.', 403)
    return next()
  })
  const undelivered = CONSUMERS.map((name) =>
    called(sent('events.amazonaws.com', `Orders/${name}/Consumer/UndeliveredQueue`)),
  )
  await place()
  await post(`orders/${ORDER}/pay`, { paymentId: 'payment-1' })
  for (const { errorCode } of await Promise.all(undelivered)) expect(errorCode).toBeUndefined()
})

it('a mail that cannot be sent is sent at the next delivery', async () => {
  const isMail = sent(cloud.logicalId('Orders/Notifications/Function'), 'Orders/Notifications/MailQueue')
  // As often as the SDK tries.
  let failures = 3
  cloud.intercept(async (call, next) => {
    if (isMail(call) && failures-- > 0) throw new AwsError('ServiceUnavailable', 'Later.', 503)
    return next()
  })
  await place()
  await post(`orders/${ORDER}/pay`, { paymentId: 'payment-1' })
  await called((call) => isMail(call) && call.errorCode !== undefined)
  await cloud.clock.advance('5m')
  expect(
    cloud
      .calls({ operation: 'SendMessage' })
      .filter(isMail)
      .map(({ errorCode }) => errorCode),
  ).toContain(undefined)
})

it('what the mapping gives up goes to its queue', async () => {
  const lambda = new LambdaClient(cloud.clientConfig)
  const UUID = cloud.physicalId('Orders/Outbox/RelayMapping')
  await lambda.send(new UpdateEventSourceMappingCommand({ UUID, MaximumRetryAttempts: 0 }))
  await cloud.clock.advance('5m')
  cloud.intercept(async ({ service }, next) => {
    if (service === 'events') throw new AwsError('InternalFailure', 'An outage.', 500)
    return next()
  })
  await place()
  await cloud.clock.advance('5m')
  const { errorCode } = await called(sent('lambda.amazonaws.com', 'Orders/Outbox/RelayFailureQueue'))
  expect(errorCode).toBeUndefined()
})
