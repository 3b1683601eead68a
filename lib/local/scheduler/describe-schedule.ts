import type { JsonRecord } from '../record.js'
import type { Schedule } from './schedule.js'

/** A schedule as GetSchedule shows it. Times are seconds since the epoch. */
export function describeSchedule(schedule: Schedule): JsonRecord {
  const { description, startDate, endDate } = schedule
  return {
    ActionAfterCompletion: schedule.actionAfterCompletion,
    Arn: schedule.arn,
    CreationDate: schedule.createdAt / 1000,
    ...(description !== undefined && { Description: description }),
    ...(endDate !== undefined && { EndDate: endDate / 1000 }),
    FlexibleTimeWindow: schedule.flexibleTimeWindow,
    GroupName: schedule.groupName,
    LastModificationDate: schedule.modifiedAt / 1000,
    Name: schedule.name,
    ScheduleExpression: schedule.expressionText,
    ScheduleExpressionTimezone: schedule.timeZone,
    ...(startDate !== undefined && { StartDate: startDate / 1000 }),
    State: schedule.state,
    Target: { ...schedule.target.definition, RetryPolicy: retryPolicy(schedule) },
  }
}

/** A schedule as ListSchedules shows it. */
export function summariseSchedule(schedule: Schedule): JsonRecord {
  return {
    Arn: schedule.arn,
    CreationDate: schedule.createdAt / 1000,
    GroupName: schedule.groupName,
    LastModificationDate: schedule.modifiedAt / 1000,
    Name: schedule.name,
    State: schedule.state,
    Target: { Arn: schedule.target.arn },
  }
}

/** AWS shows the defaults. */
function retryPolicy({ target }: Schedule): JsonRecord {
  return {
    MaximumEventAgeInSeconds: target.retryPolicy.maximumEventAgeInSeconds,
    MaximumRetryAttempts: target.retryPolicy.maximumRetryAttempts,
  }
}
