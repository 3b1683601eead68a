import type { RetentionDays } from 'aws-cdk-lib/aws-logs'

export type FunctionLogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

/** Settings that each function of the outbox has for itself. */
export interface FunctionProps {
  /**
   * Memory in MiB, 128 to 10,240.
   * @default 512
   */
  readonly memorySize?: number
  /**
   * Least level that is logged. Neither payloads nor secrets are logged at any level.
   * @default 'INFO'
   */
  readonly logLevel?: FunctionLogLevel
  /**
   * How long the function's log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays
}
