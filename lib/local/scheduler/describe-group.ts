import type { JsonRecord } from '../record.js'
import type { ScheduleGroup } from './schedule.js'

/** A group as GetScheduleGroup and ListScheduleGroups show it. Times are seconds since the epoch. */
export function describeGroup({ name, arn, createdAt }: ScheduleGroup): JsonRecord {
  return {
    Arn: arn,
    CreationDate: createdAt / 1000,
    LastModificationDate: createdAt / 1000,
    Name: name,
    State: 'ACTIVE',
  }
}
