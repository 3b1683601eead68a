import type { JsonRecord } from '../../record.js'
import { groupName, requiredName } from '../names.js'
import { parseSchedule } from '../parse-schedule.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html */
export function createSchedule({ schedules, home }: SchedulerContext, input: JsonRecord): JsonRecord {
  const settings = parseSchedule(input, home)
  return { ScheduleArn: schedules.create(requiredName(input), groupName(input), settings).arn }
}
