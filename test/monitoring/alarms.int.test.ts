import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { CfnOutput, Duration } from 'aws-cdk-lib'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newFence } from '../../lib/store/fence.js'
import { editRow } from '../guarantees/faults/edit-row.js'
import { REDRIVE, RELAY, SWEEPER } from '../guarantees/faults/functions.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { moveNotices } from '../guarantees/faults/move-notices.js'
import { type OutboxCloud, startOutboxCloud } from '../guarantees/outbox-cloud.js'
import { thingHappened } from '../guarantees/thing-happened.js'

// Sweep by sweep through an hour.
vi.setConfig({ testTimeout: 240_000 })

const OF_CONSUMER = ['consumer-dead-letters', 'consumer-undelivered']

interface MonitoredCloud extends OutboxCloud {
  readonly undeliveredQueueUrl: string
  /** The names of the alarms of the template, without their owner's. */
  readonly ringing: () => Promise<string[]>
  readonly all: () => Promise<string[]>
}

/** An outbox with short patience, and a consumer that handles nothing. */
async function startMonitoredCloud(): Promise<MonitoredCloud> {
  const code = await mkdtemp(join(tmpdir(), 'outbox-monitoring-'))
  onTestFinished(() => rm(code, { recursive: true }))
  await writeFile(join(code, 'index.mjs'), "export const handler = () => { throw new Error('no') }")
  const fixture = await startOutboxCloud(
    (stack) => ({
      relay: { maxRecordAge: Duration.minutes(3) },
      archive: true,
      monitoring: {
        topic: new Topic(stack, 'Bell'),
        dashboard: true,
        oldestPendingAge: Duration.minutes(2),
        iteratorAge: Duration.minutes(1),
        handedOver: 0,
        lasting: Duration.minutes(5),
      },
    }),
    {},
    { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
    (stack, outbox) => {
      const { undeliveredQueue } = outbox.addConsumer('Idle', {
        events: [thingHappened],
        maxReceiveCount: 1,
        handler: new LambdaFunction(stack, 'IdleHandler', {
          runtime: Runtime.NODEJS_24_X,
          handler: 'index.handler',
          code: Code.fromAsset(code),
        }),
      })
      new CfnOutput(stack, 'UndeliveredQueueUrl', { value: undeliveredQueue.queueUrl })
    },
  )
  const client = new CloudWatchClient(fixture.cloud.clientConfig)
  onTestFinished(() => client.destroy())
  const names = async (state?: 'ALARM'): Promise<string[]> => {
    const found: string[] = []
    for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client }, { StateValue: state }))
      for (const { AlarmName = '' } of MetricAlarms)
        found.push(AlarmName.replace(/^Shop-Outbox(-Idle)?-[0-9A-F]{8}-/, ''))
    return found.sort()
  }
  return {
    ...fixture,
    undeliveredQueueUrl: fixture.cloud.outputs['Shop']?.['UndeliveredQueueUrl'] ?? '',
    ringing: () => names('ALARM'),
    all: () => names(),
  }
}

function happened(text: string): OutboxEvent {
  return thingHappened.create({ aggregateId: text, data: { text } })
}

it('each alarm rings by the very metric that the template watches, and a quiet outbox rings none', async () => {
  const fixture = await startMonitoredCloud()
  const { cloud, outbox, documents, queues, tableName, ringing } = fixture
  const rang = new Set<string>()
  const listen = async (): Promise<string[]> => {
    const names = await ringing()
    for (const name of names) rang.add(name)
    return names
  }

  // Nothing is committed, yet nothing is missed: the heartbeat tells.
  await cloud.clock.advance('10m')
  expect(await listen()).toEqual([])

  // Each failure strikes a part of a call, of which the rest passes.
  const fail = (texts: readonly string[], code: string): (() => void) =>
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: ({ Detail: detail }) => texts.some((text) => String(detail).includes(`"${text}"`)),
      code,
    })
  const allow = fail(['forbidden'], 'NotAuthorizedForDetailTypeException')
  await outbox.transact((tx) => tx.publish(happened('lucky'), happened('forbidden')))
  await cloud.clock.advance('6m')
  expect(await listen()).toContain('denied')
  allow()

  const passAll = fail(['unlucky', 'edited'], 'InternalFailure')
  const noticesFail = [RELAY, SWEEPER].map((caller) =>
    cloud.faults.inject({ service: 'sqs', operation: 'SendMessage', caller, kind: 'unavailable' }),
  )
  const [row] = await outbox.batch().add(happened('broken')).items()
  await outbox.transact((tx) => tx.put({ Item: { ...row?.Put?.Item, obDetail: 'broken' } }))
  const edited = happened('edited')
  await outbox.transact((tx) => tx.publish(happened('lucky'), happened('unlucky'), edited))
  await cloud.clock.advance('3m')
  await editRow(fixture, edited, { obShard: `R#${cloud.region}#99` })
  await queues.send(
    new SendMessageCommand({ QueueUrl: fixture.undeliveredQueueUrl, MessageBody: 'not delivered' }),
  )
  await cloud.clock.advance('9m')
  expect(await listen()).toEqual(
    expect.arrayContaining([
      ...OF_CONSUMER,
      'dead-letters',
      'handed-over',
      'notices-waiting',
      'oldest-pending-age',
      'records-unreadable',
    ]),
  )
  for (const stop of [passAll, ...noticesFail]) stop()

  // The archive takes nothing, and a row should have been there long ago.
  const archiveFails = cloud.faults.inject({ service: 's3', operation: 'PutObject', kind: 'server-error' })
  const delivered = happened('delivered')
  await outbox.transact((tx) => tx.publish(delivered))
  await cloud.clock.advance('1m')
  await editRow(fixture, delivered, { obDue: newFence(cloud.clock.now() - 7 * 60 * 60_000) })
  await cloud.clock.advance('2m')
  expect(await listen()).toContain('archive-delay')
  archiveFails()

  // EventBridge is out of order for longer than the relay's records live.
  await outbox.transact((tx) => tx.publish(happened('in the outage')))
  const stopOutage = cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'server-error' })
  await cloud.clock.advance('1m')
  await outbox.transact((tx) => tx.publish(happened('later in the outage')))
  await cloud.clock.advance('11m')
  expect(await listen()).toEqual(
    expect.arrayContaining(['iterator-age', 'no-heartbeat', 'outage', 'relay-failures']),
  )
  stopOutage()

  // DynamoDB throttles the sweeper's looks at the index, and somebody who reads the table.
  const throttles = [
    ...['Scan', 'Query'].map((operation) => ({ operation, caller: SWEEPER })),
    { operation: 'GetItem', caller: 'user' },
  ].map((target) => cloud.faults.inject({ service: 'dynamodb', kind: 'throttle', ...target }))
  for (let minutes = 0; minutes < 12; minutes += 4) {
    const read = documents.send(new GetCommand({ TableName: tableName, Key: { pk: 'a', sk: 'b' } }))
    await expect(read).rejects.toThrow()
    await cloud.clock.advance('4m')
  }
  expect(await listen()).toEqual(
    expect.arrayContaining(['index-throttles', 'sweeps-incomplete', 'table-throttles']),
  )
  for (const stop of throttles) stop()

  // Relay and sweeper die at whatever they do; people redrive, and the redrive does no better.
  const functions = new Set([RELAY, SWEEPER].map((path) => cloud.logicalId(path)))
  const stopKilling = cloud.intercept(async (call, next) =>
    functions.has(call.caller.name) ? killCaller(cloud, call) : next(),
  )
  cloud.faults.crash(REDRIVE, { call: 1, when: 'before' })
  cloud.faults.inject({ service: 'dynamodb', caller: REDRIVE, kind: 'server-error', from: '6m' })
  await outbox.transact((tx) => tx.publish(happened('deadly')))
  await moveNotices(fixture)
  await queues.send(
    new SendMessageCommand({ QueueUrl: fixture.redriveQueueUrl, MessageBody: 'not a notice' }),
  )
  await cloud.clock.advance('6m')
  expect(await listen()).toEqual(expect.arrayContaining(['redrive-errors', 'redrives-refused']))
  await outbox.transact((tx) => tx.publish(happened('deadly, too')))
  await cloud.clock.advance('6m')
  expect(await listen()).toEqual(
    expect.arrayContaining(['redrives-failed', 'relay-errors', 'sweeper-errors']),
  )
  stopKilling()

  // What the relay gave up or died of is the sweeper's now.
  await cloud.clock.advance('5m')
  expect(await listen()).toContain('rescued')
  expect([...rang].sort()).toEqual(await fixture.all())

  // What has been mended says so.
  await cloud.clock.advance('25m')
  const still = await listen()
  for (const name of [
    'archive-delay',
    'denied',
    'no-heartbeat',
    'outage',
    'relay-errors',
    'sweeper-errors',
    'table-throttles',
  ])
    expect(still).not.toContain(name)
})
