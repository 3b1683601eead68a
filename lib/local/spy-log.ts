import type { Caller } from './caller.js'

/** One AWS call that went through the gateway. */
export interface RecordedCall {
  readonly service: string
  readonly operation: string
  readonly caller: Caller
  readonly at: Date
  readonly input: Readonly<Record<string, unknown>>
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

/** What tests and people look at. Subscribers are told at once, in order. */
export interface SpyLog {
  readonly recordCall: (call: RecordedCall) => void
  readonly recordEvent: (event: BusEvent) => void
  /** One line that a function wrote to its log. */
  readonly recordLogLine: (functionName: string, line: string) => void
  /** One warning of the local cloud itself, for example a resource type it does not know. */
  readonly warn: (message: string) => void
}
