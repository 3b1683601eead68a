import type { Caller } from './caller.js'

/** One call of an AWS API as it came in over the wire. */
export interface ApiCall {
  /** The service's name in IAM: `dynamodb`, `events`, `sqs`, `s3`, `lambda`, … */
  readonly service: string
  /** The API action: `PutEvents`. */
  readonly operation: string
  readonly region: string
  readonly caller: Caller
  /** The parsed body of a JSON protocol. */
  readonly input: Readonly<Record<string, unknown>>
  /** For a call that waits for something to happen, or for time to pass: meanwhile it is not at work. */
  readonly idle: <T>(waiting: () => Promise<T>) => Promise<T>
}

/** One API action: takes the input as AWS defines it, returns the output, throws `AwsError`. One file each. */
export type Action = (call: ApiCall) => Promise<Readonly<Record<string, unknown>>>

/** A service that this project emulates itself: its actions by name. */
export interface Service {
  readonly name: string
  readonly actions: Readonly<Record<string, Action>>
  /** Operations that are refused with AccessDenied, and why. */
  readonly refusals?: Readonly<Record<string, string>>
}
