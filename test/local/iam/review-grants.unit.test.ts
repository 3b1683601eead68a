import { describe, expect, it } from 'vitest'
import type { Grant } from '../../../lib/local/index.js'
import { reviewGrants } from '../../../scripts/grants/review-grants.js'

const grant = (over: Partial<Grant> = {}): Grant => ({
  stackName: 'Orders',
  holder: 'Orders/Outbox/Relay/ServiceRole',
  action: 'sqs:SendMessage',
  resource: 'Orders/Outbox/DeadLetterQueue',
  used: false,
  ...over,
})
const KEY = 'Outbox/Relay/ServiceRole: sqs:SendMessage on Outbox/DeadLetterQueue'

describe('a grant', () => {
  it('that no app used is unused, under one name in all of them', () => {
    const other = grant({
      stackName: 'Shop',
      holder: 'Shop/Outbox/Relay/ServiceRole',
      resource: 'Shop/Outbox/DeadLetterQueue',
    })
    expect(reviewGrants([grant(), other], {})).toEqual({ grants: 1, unjustified: [KEY], stale: [] })
  })

  it('that one app used is used', () => {
    expect(reviewGrants([grant({ used: true }), grant()], {})).toEqual({
      grants: 1,
      unjustified: [],
      stale: [],
    })
  })

  it('that is justified is not told of', () => {
    expect(reviewGrants([grant()], { [KEY]: 'AWS asks for it' })).toMatchObject({
      unjustified: [],
      stale: [],
    })
  })

  it.each<[string, readonly Grant[]]>([
    ['is used after all', [grant({ used: true })]],
    ['is no longer there', []],
  ])('that is justified and %s makes its justification stale', (_, grants) => {
    expect(reviewGrants(grants, { [KEY]: 'AWS asks for it' }).stale).toEqual([KEY])
  })

  it("of a test's own template does not count, nor that of a test's function", () => {
    const own = grant({ stackName: 'Shop', holder: 'Role' })
    const writer = grant({ stackName: 'Shop', holder: 'Shop/Writer/ServiceRole' })
    expect(reviewGrants([own, writer], {}).grants).toBe(0)
  })

  it("of a resource's policy names whom it is for", () => {
    const policy = grant({ holder: 'Orders/Shipping/Queue', principal: 'events.amazonaws.com' })
    expect(reviewGrants([policy], {}).unjustified).toEqual([
      'events.amazonaws.com by the policy of Shipping/Queue: sqs:SendMessage on Outbox/DeadLetterQueue',
    ])
  })
})
