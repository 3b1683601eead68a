import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractsOf } from '../../lib/contracts/contracts-of.js'
import { definition } from './definitions.js'

const text = z.object({ a: z.string() })
const number = z.object({ a: z.number() })

describe('contractsOf', () => {
  it('takes a definition once, and each version of its type', () => {
    const contracts = contractsOf([
      definition('B', text),
      definition('A', text, 2),
      definition('A', number),
      definition('B', text),
    ])
    expect(contracts.map(({ type, version }) => `${type} v${version}`)).toEqual(['A v1', 'A v2', 'B v1'])
  })

  it('refuses two definitions that contradict each other', () => {
    expect(() => contractsOf([definition('A', text, 2), definition('A', number, 2)])).toThrow(
      'Expected one definition of event `A` v2, got two with different schemas: raise the `version` of the newer one',
    )
  })

  it.each([
    ['OrderPlaced', 'OrderPlaced', 'OrderPlaced'],
    ['order.placed', 'order.placed', 'OrderPlaced'],
    ['Order Placed/v2b', 'Order-Placed-v2b', 'OrderPlacedV2B'],
    ['../etc', 'etc', 'Etc'],
    ['2nd café', '2nd-cafe', 'NdCafe'],
  ])('names the files and types of %s', (eventType, file, type) => {
    expect(contractsOf([definition(eventType, text)])[0]?.names).toEqual({ file, type })
  })

  it('refuses names that two events would share', () => {
    const refusal = 'Expected events to have files and TypeScript types of their own'
    expect(() => contractsOf([definition('orderPaid', text), definition('OrderPaid', text)])).toThrow(refusal)
    expect(() => contractsOf([definition('Order', text), definition('OrderData', text)])).toThrow(
      'got `Order` and `OrderData`, which both have `OrderData`',
    )
    expect(() => contractsOf([definition('Заказ', text)])).toThrow(
      'Expected the type of event `Заказ` to hold a letter from A to Z, got none',
    )
  })
})
