import type { JsonRecord } from '../../record.js'
import type { AcceptedEvent } from '../accepted-event.js'

/** The rule that sends an event to a target. */
export interface SendingRule {
  readonly name: string
  readonly arn: string
  readonly busName: string
}

/** Makes the text that a target gets of an event. @throws DeliveryError when there is none */
export type TargetInput = (event: AcceptedEvent, rule: SendingRule) => string

export interface RetryPolicy {
  /** 0 to 185. @default 185 */
  readonly maximumRetryAttempts: number
  /** Seconds, 60 to 86,400, from when PutEvents took the event. @default 86400 */
  readonly maximumEventAgeInSeconds: number
}

export type TargetKind = 'queue' | 'function' | 'event-bus'

export interface Target {
  readonly id: string
  readonly arn: string
  readonly kind: TargetKind
  readonly input: TargetInput
  /** For a queue: the group of the message, from the event. @throws DeliveryError when the event has none */
  readonly messageGroupId?: (event: AcceptedEvent) => string
  readonly retryPolicy: RetryPolicy
  readonly deadLetterQueueArn?: string
  /** The role that EventBridge takes to send to the target. */
  readonly roleArn?: string
  /** As PutTargets got it, for ListTargetsByRule. */
  readonly definition: JsonRecord
}
