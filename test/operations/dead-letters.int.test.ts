import { SendMessageCommand } from '@aws-sdk/client-sqs'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, onTestFinished, vi } from 'vitest'
import { editRow } from '../guarantees/faults/edit-row.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { AwsCli } from './aws-cli.js'
import { DEAD_LETTERS } from './parts.js'
import { queueLength } from './queue-length.js'
import { runbookCloud } from './runbook-cloud.js'
import { walk } from './walker.js'

// Minutes of the cloud's time in each.
vi.setConfig({ testTimeout: 240_000 })

const SWEEPER = 'Shop/Outbox/Sweeper'
const REDRIVE = 'Shop/Outbox/Redrive'
const RELAY = 'Shop/Outbox/Relay'
const KEY = `--key '{"pk":{"S":"OUTBOX#<Type>#<id>"},"sk":{"S":"<eventId>"}}'`

const fixture = await runbookCloud()
const { cloud, write, writeBroken, rowOf, ringing, wholeDetail, queues } = fixture
const deadLetterQueue = cloud.physicalId('Shop/Outbox/DeadLetterQueue')
const redriveQueue = cloud.physicalId('Shop/Outbox/RedriveQueue')

const idOf = ({ eventId }: OutboxEvent) => ({ names: { eventId } })
const mend = async (event: OutboxEvent) => editRow(fixture, event, { obDetail: await wholeDetail(event) })

async function writeDead(text: string): Promise<OutboxEvent> {
  const event = await writeBroken(text)
  await cloud.clock.advance('3m')
  expect(await rowOf(event)).toMatchObject({ obStatus: 'DEAD' })
  return event
}

/** As the console does with a custom destination. */
async function moveNotices(): Promise<void> {
  const arn = (id: string) => cloud.attribute(`Shop/Outbox/${id}`, 'Arn')
  await new AwsCli(cloud, {}).run([
    ...['sqs', 'start-message-move-task', '--source-arn', arn('DeadLetterQueue')],
    ...['--destination-arn', arn('RedriveQueue')],
  ])
}

walk(fixture, DEAD_LETTERS, {
  'dead-letters': async (step) => {
    const mended = await writeDead('mended')
    const unwanted = await writeDead('unwanted')
    expect(await ringing()).toContain('dead-letters')
    expect(await step('outbox list --stack <stack> --status dead')).toMatch(/Thing\/mended .*InvalidRow\n/)
    expect(await step('outbox show <eventId> --stack <stack>', idOf(mended))).toMatch(
      /\nerror +InvalidRow: .*/,
    )
    await mend(mended)
    expect(await step('outbox redrive <eventId> --stack <stack>', idOf(mended))).toContain(
      '1 redriven, 0 lost, 0 failed, 0 missing\n1 notice deleted',
    )
    await step(
      `aws dynamodb delete-item --table-name <table> ${KEY} --condition-expression 'obStatus = :dead' --expression-attribute-values '{":dead":{"S":"DEAD"}}'`,
      { names: { eventId: unwanted.eventId, Type: 'Thing', id: 'unwanted' } },
    )
    await cloud.clock.advance('5m')
    expect(await rowOf(mended)).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(await rowOf(unwanted)).toBeUndefined()
    expect(await ringing()).not.toContain('dead-letters')
    expect(await queueLength(queues, deadLetterQueue)).toBe(1)
    await step('aws sqs purge-queue --queue-url <DeadLetterQueue>')
    expect(await queueLength(queues, deadLetterQueue)).toBe(0)
  },

  'notices-waiting': async (step) => {
    for (const caller of [RELAY, SWEEPER])
      cloud.faults.inject({ service: 'sqs', operation: 'SendMessage', caller, kind: 'unavailable' })
    const event = await writeDead('without a notice')
    await cloud.clock.advance('10m')
    expect(await ringing()).toContain('notices-waiting')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(
      /\nok +dead-letter queue (.|\n)*1 event is dead, of 1 the notice is owed/,
    )
    expect(await step('outbox status --stack <stack>')).toMatch(/\nnotices owed +1\n/)
    expect(
      await step(`aws logs tail <SweeperLogs> --since 1h --filter-pattern '{ $.level = "ERROR" }'`),
    ).toContain('The notice of a dead letter is owed')
    cloud.faults.clear()
    await cloud.clock.advance('5m')
    expect(await queueLength(queues, deadLetterQueue)).toBe(1)
    await mend(event)
  },

  'redrive-errors': async (step) => {
    const heal = cloud.intercept(async (call, next) =>
      call.caller.name === cloud.logicalId(REDRIVE) ? killCaller(cloud, call) : next(),
    )
    onTestFinished(heal)
    const event = await writeDead('redriven in vain')
    await moveNotices()
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('redrive-errors')
    await step('aws logs tail <RedriveLogs> --since 1h')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nredrive queue +[12] messages?\n/)
    await mend(event)
    expect(await step('outbox redrive <eventId> --stack <stack>', idOf(event))).toContain('1 redriven')
    heal()
    await cloud.clock.advance('16m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(await queueLength(queues, redriveQueue)).toBe(0)
  },

  'redrives-failed': async (step) => {
    const stop = cloud.faults.inject({ service: 'dynamodb', caller: REDRIVE, kind: 'server-error' })
    const event = await writeDead('throttled')
    await mend(event)
    await moveNotices()
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('redrives-failed')
    expect(
      await step(`aws logs tail <RedriveLogs> --since 1h --filter-pattern '{ $.errorCode = "*" }'`),
    ).toContain(event.eventId)
    stop()
    expect(await step('outbox redrive --stack <stack> --all')).toMatch(
      / redriven, 0 lost, 0 failed, 0 missing/,
    )
    await cloud.clock.advance('16m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(await queueLength(queues, redriveQueue)).toBe(0)
  },

  'redrives-refused': async (step) => {
    const event = await writeDead('edited notice')
    await queues.send(new SendMessageCommand({ QueueUrl: redriveQueue, MessageBody: 'not a notice' }))
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('redrives-refused')
    expect(
      await step(`aws logs tail <RedriveLogs> --since 1h --filter-pattern '{ $.messageId = "*" }'`),
    ).toMatch(/A redrive message is refused\. Expected/)
    expect(await step('outbox list --stack <stack> --status dead')).toContain('Thing/edited notice')
    await mend(event)
    await step('outbox redrive <eventId> --stack <stack>', idOf(event))
    await cloud.clock.advance('5m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  'consumer-dead-letters': async (step) => {
    await fixture.breakConsumer(true)
    await write('in vain')
    await cloud.clock.advance('8m')
    expect(await ringing()).toContain('consumer-dead-letters')
    expect(
      await step(
        'aws sqs receive-message --queue-url <consumer DeadLetterQueue> --max-number-of-messages 10',
      ),
    ).toContain('in vain')
    await fixture.breakConsumer(false)
    await cloud.clock.advance('1m')
    await step(
      'aws sqs start-message-move-task --source-arn <consumer DeadLetterQueue ARN> --destination-arn <consumer Queue ARN>',
    )
    await cloud.clock.advance('1m')
    await expectConsumerIsDone()
  },

  'consumer-undelivered': async (step) => {
    const QueueUrl = cloud.physicalId('Shop/Outbox/Idle/UndeliveredQueue')
    const attribute = (StringValue: string) => ({ DataType: 'String', StringValue })
    await queues.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: '{ "detail": {} }',
        MessageAttributes: { ERROR_CODE: attribute('NO_PERMISSIONS'), ERROR_MESSAGE: attribute('no') },
      }),
    )
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('consumer-undelivered')
    expect(
      await step(
        'aws sqs receive-message --queue-url <consumer UndeliveredQueue> --max-number-of-messages 10 --message-attribute-names All',
      ),
    ).toContain('NO_PERMISSIONS')
    await cloud.clock.advance('1m')
    await step(
      'aws sqs start-message-move-task --source-arn <consumer UndeliveredQueue ARN> --destination-arn <consumer Queue ARN>',
    )
    await cloud.clock.advance('1m')
    await expectConsumerIsDone()
  },
})

async function expectConsumerIsDone(): Promise<void> {
  for (const name of ['Queue', 'DeadLetterQueue', 'UndeliveredQueue'])
    expect(await queueLength(queues, cloud.physicalId(`Shop/Outbox/Idle/${name}`))).toBe(0)
}
