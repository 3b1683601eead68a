import { optionalString } from '../../events/api-input.js'
import type { JsonRecord } from '../../record.js'
import { describeGroup } from '../describe-group.js'
import type { SchedulerContext } from '../scheduler-context.js'
import { schedulerPage } from '../scheduler-page.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_ListScheduleGroups.html */
export function listScheduleGroups({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const found = schedules.listGroups().filter(({ name }) => name.startsWith(prefix))
  const { items, next } = schedulerPage(found, input)
  return { ScheduleGroups: items.map(describeGroup), ...next }
}
