/** What a worker is started with. */
export interface RuntimeSettings {
  /** Folder of the function's code, Lambda's `/var/task`. */
  readonly taskRoot: string
  /** The `Handler` property: `index.handler`, `folder/file.namespace.handler`. */
  readonly handler: string
  readonly functionName: string
  readonly functionVersion: string
  readonly memoryLimitInMB: string
  readonly logGroupName: string
  readonly logStreamName: string
  /** Of the local cloud's time, shared with the main thread. */
  readonly clockOffset: SharedArrayBuffer
  /** How many of this worker's calls are held: one Int32, shared. */
  readonly heldCalls: SharedArrayBuffer
}

/** From the service to the worker. */
export type ServiceMessage =
  | InvokeMessage
  /** Time was moved: timers may be due. */
  | { readonly kind: 'jumped' }
  /** Asks for an `idle` message once the worker does nothing but wait. */
  | { readonly kind: 'probe'; readonly id: number }

export interface InvokeMessage {
  readonly kind: 'invoke'
  readonly requestId: string
  readonly functionArn: string
  /** JSON text: a function must not share objects with its caller. */
  readonly payload: string
  /** Milliseconds since the epoch. */
  readonly deadline: number
  readonly traceId: string
}

/** An error as Lambda reports it. */
export interface ErrorReport {
  readonly errorType: string
  readonly errorMessage: string
  /** The lines of the stack; empty when what was thrown is no Error. */
  readonly trace: readonly string[]
}

/** From the worker to the service. */
export type RuntimeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-error'; readonly error: ErrorReport }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'idle'; readonly id: number; readonly due?: number }
  | { readonly kind: 'response'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'error'; readonly requestId: string; readonly error: ErrorReport }
  /** An exception or a rejection that nobody caught: the process ends. */
  | { readonly kind: 'fatal'; readonly error: ErrorReport }
