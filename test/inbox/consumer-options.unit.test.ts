import { afterEach, expect, it, vi } from 'vitest'
import type { ConsumerOptions } from '../../lib/inbox/consumer-options.js'
import { createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import { anythingGoes } from '../event/anything-goes.js'
import { thrownBy } from '../event/thrown-by.js'
import { orderPaid } from './order-events.js'

const subscription = on(orderPaid, () => undefined)
const valid = { name: 'c', events: [subscription] }
const inbox = { effects: 'transaction', tableName: 't' } as const
const hold = {
  start: 'here',
  deadlineSeconds: 60,
  retrySeconds: 5,
  queueUrl: 'q',
  deadLetterQueueUrl: 'd',
} as const
const holding = { ...valid, inbox, allEventsOf: 'Order', hold }

const create = (options: unknown) => createConsumer(options as ConsumerOptions as never)

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each<[string, unknown, string]>([
  ['no options', undefined, 'options'],
  ['an unknown option', { ...valid, retries: 3 }, 'retries'],
  ['no name', { ...valid, name: undefined }, 'name'],
  ['a name with a separator', { ...valid, name: 'a#b' }, 'name'],
  ['a long name', { ...valid, name: 'x'.repeat(65) }, 'name'],
  ['no events', { ...valid, events: [] }, 'events'],
  ['nothing among the events', { ...valid, events: [undefined] }, 'events[0]'],
  ['an inbox that is none', { ...valid, inbox: null }, 'inbox.effects'],
  ['a hold that is none', { ...holding, hold: null }, 'hold'],
  ['something else among the events', { ...valid, events: [orderPaid] }, 'events[0]'],
  ['two handlers of one type', { ...valid, events: [subscription, subscription] }, 'events[1]'],
  ['an unknown inbox', { ...valid, inbox: { effects: 'both' } }, 'inbox.effects'],
  ['an inbox without a table', { ...valid, inbox: { effects: 'transaction' } }, 'inbox.tableName'],
  ['no time to live', { ...valid, inbox: { ...inbox, ttlSeconds: 0 } }, 'inbox.ttlSeconds'],
  ['half a second of it', { ...valid, inbox: { ...inbox, ttlSeconds: 0.5 } }, 'inbox.ttlSeconds'],
  ['an unknown `onUnknown`', { ...valid, onUnknown: 'drop' }, 'onUnknown'],
  [
    'a function that wants a transaction',
    { ...valid, onUnknown: (_: unknown, tx: unknown) => tx },
    'onUnknown',
  ],
  ['an unknown `onReplay`', { ...valid, onReplay: 'drop' }, 'onReplay'],
  ['an `onError` that is none', { ...valid, onError: 'log' }, 'onError'],
  ['a signer that is none', { ...valid, contextSigner: {} }, 'contextSigner'],
  ['no concurrency', { ...valid, concurrency: 0 }, 'concurrency'],
  ['too much of it', { ...valid, concurrency: 101 }, 'concurrency'],
  ['a history of no name', { ...holding, allEventsOf: '' }, 'events[0]'],
  [
    'a history with another’s events',
    { ...holding, events: [on(anythingGoes, () => undefined)] },
    'events[0]',
  ],
  ['a hold without a start', { ...holding, hold: { ...hold, start: undefined } }, 'hold.start'],
  ['a first version below zero', { ...holding, hold: { ...hold, firstVersion: -1 } }, 'hold.firstVersion'],
  ['a hold without a queue', { ...holding, hold: { ...hold, queueUrl: undefined } }, 'hold.queueUrl'],
  [
    'a hold without a dead-letter queue',
    { ...holding, hold: { ...hold, deadLetterQueueUrl: '' } },
    'hold.deadLetterQueueUrl',
  ],
  [
    'a hold without an end',
    { ...holding, hold: { ...hold, deadlineSeconds: undefined } },
    'hold.deadlineSeconds',
  ],
  [
    'a wait of more than an hour',
    { ...holding, hold: { ...hold, retrySeconds: 3_601 } },
    'hold.retrySeconds',
  ],
])('%s is refused', (_, options, path) => {
  const error = thrownBy(() => create(options))
  expect(error.code).toBe('INVALID_CONFIGURATION')
  expect(error.details).toEqual({ path })
  expect(error.message).toContain(`Expected \`${path}\``)
})

it('takes from the environment what the construct wrote there', () => {
  for (const [name, value] of Object.entries({
    OUTBOX_CONSUMER_NAME: 'c',
    OUTBOX_CONSUMER_QUEUE_URL: 'q',
    OUTBOX_CONSUMER_DEAD_LETTER_QUEUE_URL: 'd',
    OUTBOX_INBOX_TABLE_NAME: 't',
    OUTBOX_INBOX_PARTITION_KEY: 'id',
    OUTBOX_INBOX_SORT_KEY: '',
    OUTBOX_INBOX_TTL_ATTRIBUTE: 'ttl',
    OUTBOX_INBOX_TTL_SECONDS: '3024000',
    OUTBOX_HOLD_DEADLINE_SECONDS: '900',
    OUTBOX_HOLD_RETRY_SECONDS: '10',
  }))
    vi.stubEnv(name, value)
  const options = { ...holding, name: undefined, inbox: { effects: 'transaction' }, hold: { start: 'here' } }
  expect(create(options)).toBeTypeOf('function')
  vi.stubEnv('OUTBOX_HOLD_DEADLINE_SECONDS', 'soon')
  expect(thrownBy(() => create(options)).details.path).toBe('hold.deadlineSeconds')
})

it.each<[string, Record<string, string>, unknown, string]>([
  ['an inbox that the handler leaves out', { OUTBOX_INBOX_EFFECTS: 'transaction' }, valid, 'inbox.effects'],
  ['another kind of inbox', { OUTBOX_INBOX_EFFECTS: 'outside' }, { ...valid, inbox }, 'inbox.effects'],
  [
    'a hold that the handler leaves out',
    { OUTBOX_INBOX_EFFECTS: 'transaction', OUTBOX_HOLD_DEADLINE_SECONDS: '900' },
    { ...holding, hold: undefined },
    'hold',
  ],
])('the construct’s word for %s is not passed over', (_, variables, options, path) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const error = thrownBy(() => create(options))
  expect([error.code, error.details.path]).toEqual(['INVALID_CONFIGURATION', path])
})
