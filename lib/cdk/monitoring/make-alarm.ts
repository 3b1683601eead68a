import { Alarm, ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { AlarmPlan } from './alarm-plan.js'
import { kebabCase } from './kebab-case.js'

/** The paragraph of each alarm has its name as its anchor. A test holds that. */
const RUNBOOK = 'docs/operations.md'

export interface Notified {
  readonly topic: ITopic | undefined
  readonly notifyWhenOk: boolean
}

/** The alarm `<owner>-<name>`: whoever reads a message at night sees at once whose it is. */
export function makeAlarm(
  scope: Construct,
  { owner, name }: { readonly owner: string; readonly name: string },
  plan: AlarmPlan,
  { topic, notifyWhenOk }: Notified,
): Alarm {
  const anchor = kebabCase(name)
  const alarm = new Alarm(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
    alarmName: `${owner}-${anchor}`,
    alarmDescription: `${plan.meaning} ${RUNBOOK}#${anchor}`,
    metric: plan.metric,
    threshold: plan.threshold,
    comparisonOperator: plan.comparison ?? ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: plan.periods,
    datapointsToAlarm: plan.breaching ?? plan.periods,
    treatMissingData: plan.missing,
  })
  if (topic === undefined) return alarm
  alarm.addAlarmAction(new SnsAction(topic))
  if (notifyWhenOk) alarm.addOkAction(new SnsAction(topic))
  return alarm
}
