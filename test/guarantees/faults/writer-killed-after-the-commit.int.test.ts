import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Ledger, type LocalCloud } from 'serverless-outbox/local'
import { expect, it, onTestFinished } from 'vitest'
import { startEnforcedCloud } from '../../local/iam/enforced-cloud.js'
import { readRows } from '../read-rows.js'
import { untilSettled } from '../until-settled.js'

// The example's order service writes as a function with its own role. Placing an order is one call: the transaction.
const WRITER = 'Orders/OrdersApi'

interface Shop {
  readonly cloud: LocalCloud
  readonly ledger: Ledger
  readonly request: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Response>
  readonly rows: () => Promise<Awaited<ReturnType<typeof readRows>>>
}

async function startShop(): Promise<Shop> {
  const cloud = await startEnforcedCloud({ assembly: 'cdk.out' })
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.clientConfig))
  onTestFinished(async () => {
    await cloud.stop()
    documents.destroy()
  })
  const { OrdersUrl = '', AuditQueueUrl = '', TableName = '' } = cloud.outputs['Orders'] ?? {}
  return {
    cloud,
    ledger: new Ledger(cloud, AuditQueueUrl),
    request: (method, path, body) =>
      fetch(new URL(path, OrdersUrl), {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    rows: () => readRows({ documents, tableName: TableName }),
  }
}

const order = (orderId: string): object => ({
  orderId,
  customerId: 'c-1',
  currency: 'EUR',
  lines: [{ sku: 's', quantity: 1, priceCents: 1 }],
})

it('a writer killed right after its transaction took effect: the event arrives, though nobody was told', async () => {
  const { cloud, ledger, request, rows } = await startShop()
  const orderId = randomUUID()
  cloud.faults.crash(WRITER, { call: 1, when: 'after' })
  const told = await request('POST', 'orders', order(orderId))
  expect(told.status).toBeGreaterThanOrEqual(500)
  expect(cloud.faults.applied()).toMatchObject([{ kind: 'crash', operation: 'TransactWriteItems' }])

  await untilSettled(cloud, async () => (await rows()).some(({ obStatus }) => obStatus === 'PUBLISHED'))
  await ledger.arrived(1)
  const [row, ...others] = (await rows()).filter(({ pk }) => String(pk).startsWith('OUTBOX#'))
  expect(others).toEqual([])
  // No crash of the relay, so no duplicate; the one event is that of the row, and of the order that stands there.
  const eventId = String(row?.['sk'])
  expect(ledger.balance()).toMatchObject({ phantom: [eventId], duplicates: 0, altered: [] })
  const placed = await request('GET', `orders/${orderId}`)
  expect(await placed.json()).toMatchObject({ order: { orderId, version: 1 } })

  // A caller who asks again is told that there is such an order, and no second event comes of it.
  expect((await request('POST', 'orders', order(orderId))).status).toBe(409)
  // Whatever the next order's transaction brings comes after anything that the refused one could have brought.
  const next = await request('POST', 'orders', order(randomUUID()))
  const { eventId: nextId } = (await next.json()) as { readonly eventId: string }
  for (const id of [eventId, nextId]) ledger.acknowledge(id)
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ arrived: 2, lost: [], phantom: [], duplicates: 0, altered: [] })
})

it('a writer killed right before its transaction took effect: no order, no event', async () => {
  const { cloud, ledger, request, rows } = await startShop()
  const orderId = randomUUID()
  cloud.faults.crash(WRITER, { call: 1, when: 'before' })
  expect((await request('POST', 'orders', order(orderId))).status).toBeGreaterThanOrEqual(500)
  await cloud.quiet()
  expect(await rows()).toEqual([])
  expect((await request('GET', `orders/${orderId}`)).status).toBe(404)
  expect(ledger.arrivals()).toEqual([])

  // The same request, once more: now it is an order, and its one event.
  const again = await request('POST', 'orders', order(orderId))
  expect(again.status).toBe(201)
  const { eventId } = (await again.json()) as { readonly eventId: string }
  ledger.acknowledge(eventId)
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0 })
})
