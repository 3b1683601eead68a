import type { Caller } from '../caller.js'
import type { JsonRecord } from '../record.js'
import type { Duration } from '../time/duration.js'

/** Which calls a fault is about. */
export interface FaultTarget {
  /** The service's name in IAM: `events`, `dynamodb`, `sqs`, `lambda`, `s3`, … */
  readonly service: string
  /** The API's operation: `PutEvents`. @default - every operation of the service */
  readonly operation?: string
  /** Only calls of this one: a function by path or id, a service principal, or `user`. @default - everybody's */
  readonly caller?: string
  /** Only calls about this one: a table, queue, bus, function or bucket, by path, id or name. @default - any */
  readonly resource?: string
}

/** When a fault strikes the calls that it is about. All that is given must hold. @default - always */
export interface FaultMoment {
  /** From 0 to 1, by chance; repeatable by the local cloud's seed. @default 1 */
  readonly share?: number
  /** Only the n-th call, from 1. Not together with `every`. */
  readonly nth?: number
  /** Every n-th call. */
  readonly every?: number
  /** From now on, or from that time. @default - at once */
  readonly from?: Duration | Date
  /** Until that long from now, exclusive, or until that time. @default - until it is removed */
  readonly to?: Duration | Date
  /** How often at most. @default - without end */
  readonly times?: number
}

/** Which entries of a batch fail: by place, from 0, or by what they say. @default - each by an even chance, at least one */
export type FailingEntries = readonly number[] | ((entry: JsonRecord, index: number) => boolean)

/** What happens to the calls that a fault strikes. */
export type FaultEffect =
  /** The service's own throttling error. */
  | { readonly kind: 'throttle' }
  /** The service's own internal error, with status 500. */
  | { readonly kind: 'server-error' }
  /** `ServiceUnavailable` with status 503. */
  | { readonly kind: 'unavailable' }
  /**
   * No effect and no answer. The connection stays open until the caller hangs up, the fault is removed or its span is
   * over: then it is dropped.
   */
  | { readonly kind: 'time-out' }
  /** The connection is dropped before the service sees the request. */
  | { readonly kind: 'reset' }
  /** The service does it, and the connection is dropped before the answer. */
  | { readonly kind: 'lost-answer' }
  /** The service is asked only after this time. */
  | { readonly kind: 'latency'; readonly latency: Duration }
  /** Any error of AWS. */
  | {
      readonly kind: 'error'
      readonly code: string
      /** @default 400 */
      readonly status?: number
      readonly message?: string
    }
  /**
   * Some entries of a batch fail, the others go through: PutEvents, SQS's batches, BatchExecuteStatement, and
   * BatchWriteItem and BatchGetItem, where they come back as unprocessed.
   */
  | {
      readonly kind: 'partial'
      readonly entries?: FailingEntries
      /** @default - an internal error of the service */
      readonly code?: string
      readonly message?: string
    }

export type Fault = FaultTarget & FaultMoment & FaultEffect

export type FaultKind = FaultEffect['kind']

/** A fault that happened to a call. */
export interface StruckFault {
  readonly kind: FaultKind | 'crash'
  readonly service: string
  readonly operation: string
  readonly caller: Caller
  /** The time of the local cloud. */
  readonly at: Date
  /** Of a partial failure: the places of the entries that failed. */
  readonly entries?: readonly number[]
}
