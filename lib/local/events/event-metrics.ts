import type { Clock } from '../clock.js'
import type { SpyLog } from '../spy-log.js'
import { DEFAULT_BUS } from './event-buses.js'

/** Whose metric it is. */
export interface MeasuredRule {
  readonly name: string
  readonly busName: string
}

/** A metric may be published without dimensions, by bus, and by rule. */
type Level = 'all' | 'bus' | 'rule'

export type RuleMetric =
  | 'FailedInvocations'
  | 'IngestionToInvocationStartLatency'
  | 'IngestionToInvocationSuccessLatency'
  | 'InvocationAttempts'
  | 'Invocations'
  | 'InvocationsCreated'
  | 'InvocationsFailedToBeSentToDlq'
  | 'InvocationsSentToDlq'
  | 'MatchedEvents'
  | 'RetryInvocationAttempts'
  | 'SuccessfulInvocationAttempts'
  | 'TriggeredRules'

/** The dimensions that each metric has. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html */
const RULE_METRICS: Readonly<Record<RuleMetric, readonly Level[]>> = {
  FailedInvocations: ['rule'],
  IngestionToInvocationStartLatency: ['all', 'bus', 'rule'],
  IngestionToInvocationSuccessLatency: ['all', 'bus', 'rule'],
  InvocationAttempts: ['all', 'bus', 'rule'],
  Invocations: ['all', 'rule'],
  InvocationsCreated: ['all'],
  InvocationsFailedToBeSentToDlq: ['rule'],
  InvocationsSentToDlq: ['rule'],
  MatchedEvents: ['rule'],
  RetryInvocationAttempts: ['all', 'bus', 'rule'],
  SuccessfulInvocationAttempts: ['all', 'bus', 'rule'],
  TriggeredRules: ['all', 'bus', 'rule'],
}

/** The namespace `AWS/Events`. */
export class EventMetrics {
  readonly #spies: Pick<SpyLog, 'recordMetric'>
  readonly #clock: Clock

  constructor(spies: Pick<SpyLog, 'recordMetric'>, clock: Clock) {
    this.#spies = spies
    this.#clock = clock
  }

  /** On a custom bus a rule's metrics have its bus as a dimension, too; on the default bus they have not. */
  ofRule(name: RuleMetric, rule: MeasuredRule, value = 1): void {
    const { name: RuleName, busName: EventBusName } = rule
    const dimensions: Readonly<Record<Level, Readonly<Record<string, string>>>> = {
      all: {},
      bus: { EventBusName },
      rule: EventBusName === DEFAULT_BUS ? { RuleName } : { EventBusName, RuleName },
    }
    const unit = name.endsWith('Latency') ? 'Milliseconds' : 'Count'
    for (const level of RULE_METRICS[name]) this.#record(name, dimensions[level], value, unit)
  }

  /** An event that at least one rule of the bus matched. */
  matchedOn(busName: string): void {
    this.#record('MatchedEvents', { EventBusName: busName }, 1, 'Count')
  }

  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html#eb-metrics-putevents */
  putEvents(request: {
    readonly entries: number
    readonly failedEntries: number
    readonly bytes: number
  }): void {
    this.#record('PutEventsApproximateSuccessCount', {}, 1, 'Count')
    this.#record('PutEventsEntriesCount', {}, request.entries, 'Count')
    this.#record('PutEventsFailedEntriesCount', {}, request.failedEntries, 'Count')
    this.#record('PutEventsRequestSize', {}, request.bytes, 'Bytes')
  }

  putEventsCalled(): void {
    this.#record('PutEventsApproximateCallCount', {}, 1, 'Count')
  }

  putEventsFailed(): void {
    this.#record('PutEventsApproximateFailedCount', {}, 1, 'Count')
  }

  #record(name: string, dimensions: Readonly<Record<string, string>>, value: number, unit: string): void {
    const at = new Date(this.#clock.now())
    this.#spies.recordMetric({ namespace: 'AWS/Events', name, dimensions, value, unit, at })
  }
}
