import type { Caller } from './caller.js'

/** What a call of DynamoDB cost, in capacity units. */
export interface ConsumedCapacity {
  readonly readUnits?: number
  readonly writeUnits?: number
}

/** One AWS call that went through the gateway. */
export interface RecordedCall {
  /** From 1, in the order in which the calls came in. */
  readonly sequence: number
  readonly service: string
  readonly operation: string
  readonly caller: Caller
  /** When it came in. */
  readonly at: Date
  readonly input: Readonly<Record<string, unknown>>
  /** The size of the request's body. */
  readonly requestBytes: number
  /** Of a call of DynamoDB that took effect, as far as the engine tells. */
  readonly consumedCapacity?: ConsumedCapacity
  /** The error's code when the call failed. */
  readonly errorCode?: string
}

/** An event that a bus accepted, as its rules see it. */
export interface BusEvent {
  readonly busName: string
  /** EventBridge's envelope: `id`, `source`, `detail-type`, `time`, `detail`, … */
  readonly envelope: Readonly<Record<string, unknown>>
  /** The exact bytes of `Detail` as PutEvents got them. */
  readonly detailText: string
}

/** What Lambda knows of an invocation, without its payload. */
export type InvocationChange =
  | {
      readonly kind: 'begin'
      readonly functionName: string
      readonly requestId: string
      readonly at: Date
      readonly payloadBytes: number
      /** Of the execution environment, when its calls can be told from those of others of the function. */
      readonly environmentId?: string
    }
  | {
      readonly kind: 'end'
      readonly functionName: string
      readonly requestId: string
      readonly at: Date
      /** The function's error, Lambda's own (`Sandbox.Timedout`, `Runtime.ExitError`); absent on success. */
      readonly errorType?: string
    }
  /** Refused before it began. */
  | { readonly kind: 'throttle'; readonly functionName: string; readonly at: Date }

/** One value of a metric at one time. */
export interface MetricDatum {
  /** `AWS/Lambda` */
  readonly namespace: string
  readonly name: string
  readonly dimensions: Readonly<Record<string, string>>
  readonly value: number
  /** CloudWatch's name of the unit: `Count`, `Milliseconds`, `Bytes`, … @default 'None' */
  readonly unit?: string
  readonly at: Date
}

/** What tests and people look at. Subscribers are told at once, in order. */
export interface SpyLog {
  readonly recordCall: (call: RecordedCall) => void
  readonly recordEvent: (event: BusEvent) => void
  /** One line that a function wrote to its log. */
  readonly recordLogLine: (functionName: string, line: string) => void
  readonly recordInvocation: (change: InvocationChange) => void
  /** A value that AWS would publish to CloudWatch, under AWS's own names. */
  readonly recordMetric: (datum: MetricDatum) => void
  /** One warning of the local cloud itself, for example a resource type it does not know. */
  readonly warn: (message: string) => void
}
