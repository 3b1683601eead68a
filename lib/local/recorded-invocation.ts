/** One invocation of a function: how it went, never what it was about. */
export interface RecordedInvocation {
  readonly functionName: string
  readonly requestId: string
  readonly begin: Date
  readonly payloadBytes: number
  /** Absent as long as it runs. */
  readonly end?: Date
  readonly outcome: 'running' | 'success' | 'error'
  /** The function's own, or Lambda's: `Sandbox.Timedout`, `Runtime.ExitError`. */
  readonly errorType?: string
}
