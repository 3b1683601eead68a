import type { JsonRecord } from '../../record.js'
import { groupName, requiredName } from '../names.js'
import { parseSchedule } from '../parse-schedule.js'
import type { SchedulerContext } from '../scheduler-context.js'

/**
 * What the request leaves out gets its default, not its former value.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_UpdateSchedule.html
 */
export function updateSchedule({ schedules, home }: SchedulerContext, input: JsonRecord): JsonRecord {
  const settings = parseSchedule(input, home)
  return { ScheduleArn: schedules.update(requiredName(input), groupName(input), settings).arn }
}
