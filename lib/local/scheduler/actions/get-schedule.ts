import type { JsonRecord } from '../../record.js'
import { describeSchedule } from '../describe-schedule.js'
import { groupName, requiredName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_GetSchedule.html */
export function getSchedule({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  return describeSchedule(schedules.get(requiredName(input), groupName(input)))
}
