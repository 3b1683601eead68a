import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { BusEvent, LocalCloud } from '../../lib/local/index.js'
import { functionResource } from './lambda/lambda-resources.js'
import { startCloud } from './start-cloud.js'
import { QUEUES, TABLE } from './templates.js'

const put = (cloud: LocalCloud, type: string): Promise<unknown> =>
  new EventBridgeClient(cloud.clientConfig).send(
    new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: type, Detail: '{"secret":"payload"}' }] }),
  )
const ofType =
  (type: string) =>
  ({ envelope }: BusEvent): boolean =>
    envelope['detail-type'] === type

/** Gives its event back, or fails. */
const ECHO = `exports.handler = async (event) => {
  if (event.fail) throw new TypeError('no')
  return event
}`

describe('recorded calls', () => {
  it('have a number in the order in which they came, their size, and can be chosen', async () => {
    const cloud = await startCloud(QUEUES)
    const QueueUrl = cloud.physicalId('Orders')
    await new SQSClient(cloud.clientConfig).send(new SendMessageCommand({ QueueUrl, MessageBody: 'ü' }))
    await put(cloud, 'OrderPlaced')
    const requestBytes = Buffer.byteLength(JSON.stringify({ QueueUrl, MessageBody: 'ü' }))
    expect(cloud.calls()).toMatchObject([
      { sequence: 1, operation: 'SendMessage', requestBytes },
      { sequence: 2, operation: 'PutEvents' },
    ])
    const operations = (filter: object): string[] => cloud.calls(filter).map(({ operation }) => operation)
    expect(operations({ service: 'sqs' })).toEqual(['SendMessage'])
    expect(operations({ operation: 'PutEvents' })).toEqual(['PutEvents'])
    expect(operations({ caller: 'user' })).toEqual(['SendMessage', 'PutEvents'])
    expect(operations({ caller: 'events.amazonaws.com' })).toEqual([])
    expect(operations({ service: 'sqs', operation: 'PutEvents' })).toEqual([])
    expect(() => operations({ caller: 'Nobody' })).toThrow("There is no resource 'Nobody'")
  })

  it('tell what a call of DynamoDB consumed, and the caller only what it asked for', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const dynamodb = new DynamoDBClient(cloud.clientConfig)
    const TableName = cloud.physicalId('Table')
    const Item = { pk: { S: 'a' }, sk: { S: 'b' }, text: { S: 'x'.repeat(1500) } }
    const Key = { pk: Item.pk, sk: Item.sk }
    const silent = await dynamodb.send(new PutItemCommand({ TableName, Item }))
    const asked = await dynamodb.send(
      new GetItemCommand({ TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' }),
    )
    expect(silent.ConsumedCapacity).toBeUndefined()
    expect(asked.ConsumedCapacity).toMatchObject({ CapacityUnits: 1 })
    expect(cloud.calls({ operation: 'PutItem' })[0]?.consumedCapacity?.writeUnits).toBe(2)
    expect(cloud.calls({ operation: 'GetItem' })[0]?.consumedCapacity?.readUnits).toBe(1)
  })
})

describe('recorded invocations', () => {
  it('tell begin, end, outcome and size, and no payload', async () => {
    const cloud = await startCloud(
      { Echo: functionResource('echo') },
      { assets: { echo: { 'index.js': ECHO } } },
    )
    const before = cloud.clock.now()
    await cloud.invoke('Echo', { text: 'SECRET' })
    await cloud.invoke('Echo', { fail: true })
    const common = {
      functionName: cloud.physicalId('Echo'),
      requestId: expect.any(String),
      begin: expect.any(Date),
      end: expect.any(Date),
    }
    expect(cloud.invocations('Echo')).toEqual([
      { ...common, payloadBytes: '{"text":"SECRET"}'.length, outcome: 'success' },
      { ...common, payloadBytes: '{"fail":true}'.length, outcome: 'error', errorType: 'TypeError' },
    ])
    const [{ begin, end } = { begin: new Date(0), end: undefined }] = cloud.invocations()
    expect(begin.getTime()).toBeGreaterThanOrEqual(before)
    expect(end?.getTime()).toBeGreaterThanOrEqual(begin.getTime())
  })
})

describe('expecting no event', () => {
  it('passes when none comes within the virtual time, and events from before do not count', async () => {
    const cloud = await startCloud({})
    await put(cloud, 'OrderPaid')
    const before = cloud.clock.now()
    await cloud.expectNoEvent(ofType('OrderPaid'), { during: '10m' })
    expect(cloud.clock.now() - before).toBeGreaterThanOrEqual(600_000)
  })

  it('fails and names the event that became due meanwhile, without its payload', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', kind: 'latency', latency: '5m' })
    const late = put(cloud, 'OrderPaid')
    await expect(cloud.expectNoEvent(ofType('OrderPaid'), { during: '4m' })).resolves.toBeUndefined()
    const failure = await cloud
      .expectNoEvent(ofType('OrderPaid'), { during: '2m' })
      .catch((error: Error) => error.message)
    expect(failure).toMatch(
      /^Expected no such event, but one came: OrderPaid from shop on default, id \S+, time \S+Z\.$/,
    )
    expect(failure).not.toContain('payload')
    await late
  })
})

describe('quiet', () => {
  it('resolves when what is under way has happened', async () => {
    const cloud = await startCloud({})
    await put(cloud, 'OrderPaid')
    await cloud.quiet()
    expect(cloud.events()).toHaveLength(1)
  })

  it('waiting for an event is not used up by moving the time', async () => {
    const cloud = await startCloud({})
    const waited = cloud.waitForEvent(ofType('OrderPaid'), { timeoutMs: 5_000 })
    await cloud.clock.advance('1h')
    await put(cloud, 'OrderPaid')
    expect((await waited).detailText).toBe('{"secret":"payload"}')
  })
})
