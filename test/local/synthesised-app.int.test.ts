import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../lib/local/index.js'
import { startEnforcedCloud } from './iam/enforced-cloud.js'

/** The example app as `npm run synth` wrote it. */
const ASSEMBLY = 'cdk.out'

let cloud: LocalCloud

beforeAll(async () => {
  cloud = await startEnforcedCloud({ assembly: ASSEMBLY })
})

afterAll(() => cloud?.stop())

function successfulCalls(functionPath: string, operation: string): number {
  const name = cloud.logicalId(functionPath)
  return cloud
    .calls()
    .filter(
      (call) => call.caller.name === name && call.operation === operation && call.errorCode === undefined,
    ).length
}

describe('the synthesised example app', () => {
  it('runs with every resource that behaves, and warns of nothing that is missing', async () => {
    const template = JSON.parse(await readFile(`${ASSEMBLY}/Orders.template.json`, 'utf8'))
    for (const logicalId of Object.keys(template.Resources)) expect(cloud.physicalId(logicalId)).not.toBe('')
    expect(cloud.warnings().filter((warning) => warning.includes('does not emulate'))).toEqual([])
  })

  it('takes an order at its function URL and tells the shipping service by an event', async () => {
    const order = {
      customerId: 'customer 🎉',
      currency: 'EUR',
      lines: [{ sku: 'book', quantity: 1, priceCents: 990 }],
    }
    const shipped = new Promise<void>((resolve) => {
      cloud.listen({
        onCall: () => {
          if (successfulCalls('Orders/Audit/Function', 'UpdateItem') > 0) resolve()
        },
      })
    })
    const response = await fetch(
      new URL('orders', cloud.attribute('Orders/OrdersApi/FunctionUrl', 'FunctionUrl')),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      },
    )
    expect(response.status).toBe(201)
    const { eventId } = (await response.json()) as { eventId: string }
    const { envelope, detailText } = await cloud.waitForEvent(({ detailText }) =>
      detailText.includes(eventId),
    )
    expect(envelope).toMatchObject({ source: 'orders', 'detail-type': 'OrderPlaced' })
    expect(JSON.parse(detailText)).toMatchObject({
      metadata: { eventId },
      data: { customerId: order.customerId },
    })
    await shipped
  })

  it('recognises each function as a caller of its own', () => {
    const callers = new Set(cloud.calls().map(({ caller }) => `${caller.kind} ${caller.name}`))
    const functions = ['Orders/OrdersApi', 'Orders/Outbox/Relay', 'Orders/Audit/Function'].map(
      (path) => `function ${cloud.logicalId(path)}`,
    )
    expect([...callers]).toEqual(expect.arrayContaining([...functions, 'service events.amazonaws.com']))
  })
})
