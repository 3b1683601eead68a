import { DescribeEventBusCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { expect, it } from 'vitest'
import { awsError, EVENT, eventBridge } from './event-bridge.js'

// "accepted by a bus seen to exist within the last minute": a clock that is set back makes an old sighting young.
it('looks at the bus again when the clock was set back since the last look', async () => {
  const { destination, client, clock } = eventBridge()
  client.on(DescribeEventBusCommand).resolves({})
  client.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
  await destination.send([EVENT])
  clock.advance(-3_600_000)
  // The bus is deleted; PutEvents to it answers success. Half an hour goes by.
  client.on(DescribeEventBusCommand).rejects(awsError('ResourceNotFoundException', 400))
  clock.advance(1_800_000)
  expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
})
