import { Logger } from '@aws-lambda-powertools/logger'
import { systemClock } from '../clock.js'
import { documentClient } from '../outbox/document-client.js'
import { PowertoolsSink } from '../powertools-sink.js'
import { assertAsDeployed } from './assert-as-deployed.js'
import { assertConsumerOptions } from './assert-consumer-options.js'
import { Consumer, type ConsumerParts } from './consumer.js'
import type {
  ConsumerOptions,
  HoldSettings,
  PlainConsumerOptions,
  TransactionalConsumerOptions,
  TransactionalInboxSettings,
} from './consumer-options.js'
import { ConsumerReport } from './consumer-report.js'
import { consumerName, holdSettings, inboxTable } from './consumer-settings.js'
import { effectTransactions } from './effect-transactions.js'
import { Hold } from './hold.js'
import { InboxStore } from './inbox-store.js'
import { Interpreter, type InterpreterOptions } from './interpreter.js'
import type { BatchResponse, InvocationContext } from './invocation.js'
import type { Start } from './missing-before.js'
import { OutsideEffects } from './outside-effects.js'
import { TransactionalInbox } from './transactional-inbox.js'

/** A Lambda handler, for an SQS queue (with partial batch responses) or for EventBridge itself. */
export type ConsumerHandler = (event: unknown, context?: InvocationContext) => Promise<BatchResponse>

const DEFAULT_CONCURRENCY = 10

/**
 * The handler of a Lambda function that consumes events of outboxes: unwraps EventBridge's envelope (or a `$.detail`
 * input), validates, brings older versions up, skips what was handled before, and answers message by message.
 *
 *     export const handler = createConsumer({
 *       inbox: { effects: 'transaction' },
 *       events: [on(orderPaid, async (event, tx) => tx.put({ Item: shipmentOf(event) }))],
 *     })
 *
 * What fails comes again until the queue's `maxReceiveCount`, then it is in the queue's dead-letter queue: an event that
 * is no event (INVALID_EVENT), of a type without a handler (UNKNOWN_EVENT), of a newer version (UNSUPPORTED_VERSION),
 * or whose handler throws.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming the option or the variable, when the function starts
 */
export function createConsumer(options: PlainConsumerOptions): ConsumerHandler
export function createConsumer(options: TransactionalConsumerOptions): ConsumerHandler
export function createConsumer(options: ConsumerOptions): ConsumerHandler {
  assertConsumerOptions(options)
  assertAsDeployed(options, process.env)
  const consumer = new Consumer(partsOf(options))
  return (event, context) => consumer.handle(event, context)
}

function partsOf(options: ConsumerOptions): ConsumerParts {
  const name = consumerName(options, process.env)
  const { events, inbox, hold, contextSigner, onError, clock = systemClock } = options
  return {
    interpreter: new Interpreter({
      subscriptions: events,
      onUnknown: unknownTypes(options),
      onReplay: options.onReplay ?? 'handle',
      contextSigner,
    }),
    report: new ConsumerReport(
      new PowertoolsSink({ logger: new Logger({ serviceName: name }), serviceName: name }),
      onError,
    ),
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    takesWholeHistory: options.allEventsOf !== undefined,
    verifiesContext: contextSigner !== undefined,
    inbox: inbox?.effects === 'transaction' ? transactionalInbox(name, inbox, options) : undefined,
    outsideEffects:
      inbox?.effects === 'outside'
        ? new OutsideEffects(inbox.client, name, inboxTable(inbox, process.env))
        : undefined,
    hold: hold === undefined ? undefined : new Hold({ ...holdSettings(hold, process.env), clock }),
  }
}

function unknownTypes({ onUnknown, allEventsOf }: ConsumerOptions): InterpreterOptions['onUnknown'] {
  // In a whole history a type without a handler is nothing to fail for: it only has to be counted.
  if (onUnknown === undefined) return allEventsOf === undefined ? 'fail' : 'ignore'
  // One that wants a transaction was refused above where there is none.
  return onUnknown as InterpreterOptions['onUnknown']
}

function transactionalInbox(
  name: string,
  inbox: TransactionalInboxSettings,
  { hold, clock = systemClock, random = Math.random }: ConsumerOptions,
): TransactionalInbox {
  const table = inboxTable(inbox, process.env)
  const client = documentClient(inbox.client)
  const { outbox } = inbox
  return new TransactionalInbox({
    store: new InboxStore(client, name, table),
    transact:
      outbox === undefined
        ? effectTransactions({ ...table, client, clock, random })
        : (work) => outbox.transact(work),
    clock,
    random,
    holdFrom: hold === undefined ? undefined : startOf(hold),
  })
}

function startOf({ start, firstVersion = 1 }: HoldSettings): Start {
  return start === 'first' ? { kind: 'first', version: firstVersion } : { kind: 'here' }
}
