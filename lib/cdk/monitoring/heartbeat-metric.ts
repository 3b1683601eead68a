import { type Duration, Fn, Stack, Token, TokenComparison } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { type IEventBus, Rule } from 'aws-cdk-lib/aws-events'
import type { Construct } from 'constructs'
import { HEARTBEAT } from '../../telemetry.js'
import { consumerBus } from '../consumer/consumer-bus.js'
import type { MonitoredOutbox } from './monitored-outbox.js'

const DEFAULT_BUS = 'default'

/**
 * Heartbeats that came out of the bus: proof that the schedule, the sweeper, its permissions and the bus work, even
 * while nothing is committed. The rule has no target, so it costs nothing and nobody gets the heartbeat: what a rule
 * matches is counted all the same.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html
 *
 * A bus of another account takes no rule from here. There the sweeper's invocations stand in: that it runs is all that
 * can be known, and its metrics tell what it meets.
 */
export function heartbeatMetric(scope: Construct, outbox: MonitoredOutbox, period: Duration): Metric {
  const statistic = Stats.SUM
  if (!isOfThisAccount(scope, outbox.eventBus))
    return outbox.sweeperFunction.metricInvocations({ statistic, period })
  const eventBus = consumerBus(scope, outbox.eventBus)
  const rule = new Rule(scope, 'HeartbeatRule', {
    description: `Counts the heartbeats of the outbox ${outbox.outboxName}`,
    eventBus,
    eventPattern: {
      source: [HEARTBEAT.source],
      detailType: [HEARTBEAT.detailType],
      detail: { outbox: [outbox.outboxName] },
    },
  })
  return new Metric({
    namespace: 'AWS/Events',
    metricName: 'MatchedEvents',
    dimensionsMap: dimensions(rule, eventBus),
    statistic,
    period,
  })
}

/** The metrics of the default bus do not name it. `Ref` of a rule on any other is `<bus>|<rule>`. */
function dimensions({ ruleName }: Rule, { eventBusName: EventBusName }: IEventBus): Record<string, string> {
  if (EventBusName === DEFAULT_BUS) return { RuleName: ruleName }
  return { EventBusName, RuleName: Fn.select(1, Fn.split('|', ruleName)) }
}

/** Where only one of the two is known at synth, they may differ, and the deployment would fail. */
function isOfThisAccount(scope: Construct, { env }: IEventBus): boolean {
  const compared = Token.compareStrings(Stack.of(scope).account, env.account)
  return compared === TokenComparison.SAME || compared === TokenComparison.BOTH_UNRESOLVED
}
