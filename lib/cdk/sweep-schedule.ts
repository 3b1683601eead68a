import { Stack } from 'aws-cdk-lib'
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Schedule, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { Construct } from 'constructs'
import { SWEEP_EVENT_AGE } from './defaults.js'
import type { SweeperSettings } from './settings.js'

/** A sweep that cannot begin is left out, not made up for: the next one does the same work. */
export function sweepSchedule(scope: Construct, { interval }: SweeperSettings, sweeper: IFunction): Schedule {
  const role = schedulerRole(scope)
  Grant.addToPrincipal({
    grantee: role,
    actions: ['lambda:InvokeFunction'],
    resourceArns: [sweeper.functionArn],
  })
  return new Schedule(scope, 'SweepSchedule', {
    description: 'Sweeps the outbox',
    schedule: ScheduleExpression.rate(interval),
    timeWindow: TimeWindow.off(),
    target: new LambdaInvoke(sweeper, {
      // The target would add all versions of the function.
      role: role.withoutPolicyUpdates(),
      retryAttempts: 0,
      maxEventAge: SWEEP_EVENT_AGE,
    }),
  })
}

/**
 * Scheduler names the schedule's group as the source, never the schedule itself.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 */
function schedulerRole(scope: Construct): Role {
  const stack = Stack.of(scope)
  const group = stack.formatArn({
    service: 'scheduler',
    resource: 'schedule-group',
    resourceName: 'default',
  })
  return new Role(scope, 'SweepScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group } },
    }),
  })
}
