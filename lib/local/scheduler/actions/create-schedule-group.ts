import type { JsonRecord } from '../../record.js'
import { requiredName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateScheduleGroup.html */
export function createScheduleGroup({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  return { ScheduleGroupArn: schedules.createGroup(requiredName(input)).arn }
}
