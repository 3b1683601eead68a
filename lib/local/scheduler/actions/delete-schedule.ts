import type { JsonRecord } from '../../record.js'
import { groupName, requiredName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_DeleteSchedule.html */
export function deleteSchedule({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  schedules.delete(requiredName(input), groupName(input))
  return {}
}
