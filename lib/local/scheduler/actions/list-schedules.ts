import { optionalString } from '../../events/api-input.js'
import type { JsonRecord } from '../../record.js'
import { summariseSchedule } from '../describe-schedule.js'
import type { SchedulerContext } from '../scheduler-context.js'
import { schedulerPage } from '../scheduler-page.js'

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_ListSchedules.html */
export function listSchedules({ schedules }: SchedulerContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const group = optionalString(input, 'GroupName')
  const wanted = optionalString(input, 'State')
  if (group !== undefined) schedules.getGroup(group)
  const found = schedules
    .list(group)
    .filter(({ name, state }) => name.startsWith(prefix) && (wanted === undefined || state === wanted))
  const { items, next } = schedulerPage(found, input)
  return { Schedules: items.map(summariseSchedule), ...next }
}
