import type { JsonRecord } from '../record.js'
import type { ScheduleExpression } from './expression/schedule-expression.js'
import type { ScheduleTarget } from './target/schedule-target.js'

/** What CreateSchedule and UpdateSchedule set. */
export interface ScheduleSettings {
  readonly expressionText: string
  readonly expression: ScheduleExpression
  /** An IANA name. */
  readonly timeZone: string
  /** Milliseconds since the epoch. */
  readonly startDate?: number
  /** Milliseconds since the epoch. */
  readonly endDate?: number
  readonly state: 'ENABLED' | 'DISABLED'
  /** As given. */
  readonly flexibleTimeWindow: JsonRecord
  /** 0 when the window is off. */
  readonly flexibleMinutes: number
  readonly actionAfterCompletion: 'NONE' | 'DELETE'
  readonly description?: string
  readonly target: ScheduleTarget
}

export interface Schedule extends ScheduleSettings {
  readonly name: string
  readonly groupName: string
  readonly arn: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

export interface ScheduleGroup {
  readonly name: string
  readonly arn: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}
