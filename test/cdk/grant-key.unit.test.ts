import { expect, it } from 'vitest'
import { grantKey } from '../../scripts/grants/grant-key.js'

it('the grant to look at a mapping has the same name in each cloud, whatever the id of its mapping is', () => {
  const key = (stackName: string, uuid: string): string | undefined =>
    grantKey({
      stackName,
      holder: `${stackName}/Outbox/Sweeper/ServiceRole`,
      action: 'lambda:GetEventSourceMapping',
      resource: `arn:aws:lambda:us-east-1:000000000000:event-source-mapping:${uuid}`,
      used: true,
    })
  const first = key('Orders', 'db4f50d5-c2f4-4c21-87c3-2923bf3ea344')
  expect(first).toBe('Outbox/Sweeper/ServiceRole: lambda:GetEventSourceMapping on the event source mapping')
  expect(key('Shop', '3b666ed0-f9db-4082-8a01-25596236b2b2')).toBe(first)
})

it('the grants of a consumer have the same name, whatever a test calls it', () => {
  const key = (name: string): string | undefined =>
    grantKey({
      stackName: 'Shop',
      holder: `Shop/Outbox/${name}/Queue`,
      principal: 'events.amazonaws.com',
      action: 'sqs:SendMessage',
      resource: `Shop/Outbox/${name}/Queue`,
      used: true,
    })
  expect(key('Idle')).toBe(
    'events.amazonaws.com by the policy of Outbox/Consumer/Queue: sqs:SendMessage on Outbox/Consumer/Queue',
  )
  expect(key('Plain')).toBe(key('Idle'))
})
