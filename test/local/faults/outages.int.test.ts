import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { QUEUES } from '../templates.js'
import { once, putEvents, queued } from './put-events.js'

describe('an outage', () => {
  it('fails every call of its service from one time to another, and no other service', async () => {
    const cloud = await startCloud(QUEUES)
    cloud.faults.outage('sqs', { from: '5m', to: '10m' })
    const sqs = new SQSClient({ ...cloud.clientConfig, ...once })
    const send = (): Promise<unknown> =>
      sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }))
    await send()
    await cloud.clock.advance('5m')
    await expect(send()).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      $metadata: { httpStatusCode: 503 },
    })
    await expect(
      sqs.send(new ReceiveMessageCommand({ QueueUrl: cloud.physicalId('Orders') })),
    ).rejects.toMatchObject({ name: 'ServiceUnavailable' })
    await putEvents(cloud, [1])
    await cloud.clock.advance('5m')
    await send()
    expect(await queued(cloud)).toBe(2)
  })
})

describe('a fault', () => {
  it('may be about one queue only', async () => {
    const cloud = await startCloud(QUEUES)
    cloud.faults.inject({ service: 'sqs', kind: 'throttle', resource: 'Orders' })
    const sqs = new SQSClient({ ...cloud.clientConfig, ...once })
    const send = (name: string): Promise<unknown> =>
      sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId(name), MessageBody: 'x' }))
    await expect(send('Orders')).rejects.toMatchObject({ name: 'RequestThrottled' })
    await send('DeadLetters')
  })

  it('that is wrong is refused', async () => {
    const cloud = await startCloud(QUEUES)
    const reset = { service: 'sqs', kind: 'reset' } as const
    for (const [more, message] of [
      [{ service: 'SQS' }, "There is no service 'SQS'."],
      [{ share: 2 }, 'Expected `share` to be from 0 to 1, got `2` (number).'],
      [{ to: 'soon' }, 'Expected `to` to be milliseconds or text such as 90s, 2h or 1d, got `soon`'],
      [{ caller: 'Nobody' }, "There is no resource 'Nobody' in the local cloud."],
      [{ resource: 'Nothing' }, "There is no resource 'Nothing' in the local cloud."],
    ] as const)
      expect(() => cloud.faults.inject({ ...reset, ...more })).toThrow(message)
  })
})
