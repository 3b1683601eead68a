import { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { DEFAULT_KEYS, DEFAULT_TTL_ATTRIBUTE, type KeyNames } from '../../environment.js'
import {
  DEFAULT_CONSUMER_BATCH_SIZE,
  DEFAULT_CONSUMER_BATCHING_WINDOW,
  DEFAULT_CONSUMER_RECEIVE_COUNT,
  DEFAULT_HOLD_DEADLINE,
  DEFAULT_HOLD_RETRY,
  DEFAULT_INBOX_TTL,
  holdReceiveCount,
  LAMBDA_DEFAULT_TIMEOUT,
  leastVisibilitySeconds,
  QUEUE_RETENTION,
} from '../defaults.js'
import { functionOf } from '../function-of.js'
import { seconds } from '../value-faults.js'
import type { TypedEvent } from './consumer-props.js'
import type { EventOrigin } from './event-origin.js'
import type { FilterProps } from './filter-props.js'
import type { HoldProps } from './hold-props.js'
import type { InboxTableFeatures } from './inbox-props.js'

/** The props as a program without types may give them: everything optional, nothing exclusive. */
export interface GivenConsumerProps {
  readonly outbox?: EventOrigin
  readonly eventBus?: IEventBus
  readonly source?: string
  readonly handler?: IFunction
  readonly consumerName?: string
  readonly events?: readonly (TypedEvent | string)[]
  readonly allEventsOf?: string
  readonly filter?: FilterProps
  readonly replays?: boolean
  readonly inbox?: boolean | GivenInboxProps
  readonly hold?: HoldProps
  readonly fifo?: boolean
  readonly retention?: Duration
  readonly visibilityTimeout?: Duration
  readonly maxReceiveCount?: number
  readonly batchSize?: number
  readonly maxBatchingWindow?: Duration
  readonly maxConcurrency?: number
}

export interface GivenInboxProps {
  readonly table?: ITable
  readonly tableHas?: InboxTableFeatures
  readonly keys?: KeyNames
  readonly ttlAttribute?: string
  readonly ttl?: Duration
  readonly effects?: string
}

/** What the user asked for, with every default filled in. */
export interface ConsumerSettings {
  readonly name: string
  readonly handlerFunction?: LambdaFunction
  readonly eventBus?: IEventBus
  readonly source: string
  /** Absent: all of `allEventsOf`. */
  readonly eventTypes?: readonly string[]
  readonly allEventsOf?: string
  readonly filter?: FilterProps
  readonly replays: boolean
  readonly inbox?: InboxSettings
  readonly hold?: HoldSettings
  readonly fifo: boolean
  readonly retention: Duration
  readonly visibilityTimeout: Duration
  readonly maxReceiveCount: number
  readonly batchSize: number
  readonly maxBatchingWindow: Duration
  readonly maxConcurrency?: number
}

export interface InboxSettings {
  /** Absent: one of its own. */
  readonly table?: ITable
  readonly tableHas: InboxTableFeatures
  readonly keys: KeyNames
  readonly ttlAttribute: string
  readonly ttl: Duration
  readonly effects: string
}

export interface HoldSettings {
  readonly deadline: Duration
  readonly retryAfter: Duration
}

const OWN_TABLE_KEYS: KeyNames = { partitionKey: 'pk' }

/** @param id the construct's */
export function consumerSettings(id: string, props: GivenConsumerProps): ConsumerSettings {
  const handlerFunction = props.handler === undefined ? undefined : functionOf(props.handler)
  const maxBatchingWindow = props.maxBatchingWindow ?? DEFAULT_CONSUMER_BATCHING_WINDOW
  const hold = props.hold === undefined ? undefined : holdSettings(props.hold)
  return {
    name: props.consumerName ?? id,
    handlerFunction,
    eventBus: props.eventBus ?? props.outbox?.eventBus,
    source: props.source ?? props.outbox?.source ?? '',
    eventTypes: props.events?.map((event) => (typeof event === 'string' ? event : event.type)),
    allEventsOf: props.allEventsOf,
    filter: props.filter,
    replays: props.replays ?? false,
    inbox: inboxSettings(props.inbox),
    hold,
    fifo: props.fifo ?? false,
    retention: props.retention ?? QUEUE_RETENTION,
    visibilityTimeout:
      props.visibilityTimeout ?? Duration.seconds(leastVisibility(handlerFunction, maxBatchingWindow)),
    maxReceiveCount: props.maxReceiveCount ?? receiveCount(hold),
    batchSize: props.batchSize ?? DEFAULT_CONSUMER_BATCH_SIZE,
    maxBatchingWindow,
    maxConcurrency: props.maxConcurrency,
  }
}

/** Seconds. Of a time-out that only the deployment knows: as if it were none. */
export function leastVisibility(handlerFunction: LambdaFunction | undefined, window: Duration): number {
  return leastVisibilitySeconds(seconds(handlerFunction?.timeout ?? LAMBDA_DEFAULT_TIMEOUT), seconds(window))
}

function inboxSettings(props: GivenConsumerProps['inbox']): InboxSettings | undefined {
  if (props === undefined || props === false) return undefined
  const given = props === true ? {} : props
  const shared = given.table !== undefined
  return {
    table: given.table,
    tableHas: given.tableHas ?? {},
    keys: given.keys ?? (shared ? DEFAULT_KEYS : OWN_TABLE_KEYS),
    ttlAttribute: given.ttlAttribute ?? DEFAULT_TTL_ATTRIBUTE,
    ttl: given.ttl ?? DEFAULT_INBOX_TTL,
    effects: given.effects ?? 'transaction',
  }
}

function holdSettings({ deadline, retryAfter }: HoldProps): HoldSettings {
  return { deadline: deadline ?? DEFAULT_HOLD_DEADLINE, retryAfter: retryAfter ?? DEFAULT_HOLD_RETRY }
}

function receiveCount(hold: HoldSettings | undefined): number {
  return hold === undefined
    ? DEFAULT_CONSUMER_RECEIVE_COUNT
    : holdReceiveCount(seconds(hold.deadline), Math.max(1, seconds(hold.retryAfter)))
}
