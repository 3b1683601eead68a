import type { JsonRecord } from '../../record.js'
import { describeGroup } from '../describe-group.js'
import { requiredName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_GetScheduleGroup.html */
export function getScheduleGroup({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  return describeGroup(schedules.getGroup(requiredName(input)))
}
