import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { requiredName } from '../names.js'
import type { SchedulerContext } from '../scheduler-context.js'
import { DEFAULT_GROUP } from '../schedules.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_DeleteScheduleGroup.html */
export function deleteScheduleGroup({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  const name = requiredName(input)
  if (name === DEFAULT_GROUP) {
    throw new AwsError('ValidationException', 'The default schedule group cannot be deleted.')
  }
  schedules.deleteGroup(name)
  return {}
}
