import type { JsonRecord } from '../record.js'
import type { WindowRules } from './evaluate-window.js'

interface AlarmCommon {
  readonly name: string
  readonly arn: string
  /** Of the template's resource. */
  readonly properties: JsonRecord
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** What a metric alarm compares. */
export interface MetricAlarm extends AlarmCommon, WindowRules {
  readonly kind: 'metric'
  /** MetricDataQueries for GetMetricData. */
  readonly queries: readonly JsonRecord[]
  /** The id of the query whose data points are compared. */
  readonly resultId: string
  readonly periodSeconds: number
  readonly comparisonOperator: string
  /** Absent when a band of an anomaly detector is the threshold. */
  readonly threshold?: number
}

export interface CompositeAlarm extends AlarmCommon {
  readonly kind: 'composite'
  /** `ALARM("one") AND NOT OK("other")` */
  readonly rule: string
}

export type Alarm = MetricAlarm | CompositeAlarm
