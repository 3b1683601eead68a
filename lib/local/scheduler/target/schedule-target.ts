import type { RetryPolicy } from '../../events/targets/target.js'
import type { JsonRecord } from '../../record.js'
import type { UniversalOperation } from './universal-operation.js'

/** The call that a schedule makes. */
export type TargetCall =
  | { readonly kind: 'invoke-function' }
  | { readonly kind: 'send-message'; readonly messageGroupId?: string }
  | { readonly kind: 'put-events'; readonly source: string; readonly detailType: string }
  | ({ readonly kind: 'universal' } & UniversalOperation)

export interface ScheduleTarget {
  readonly arn: string
  readonly roleArn: string
  readonly input?: string
  readonly call: TargetCall
  readonly retryPolicy: RetryPolicy
  readonly deadLetterQueueArn?: string
  /** As given, for GetSchedule. */
  readonly definition: JsonRecord
}
