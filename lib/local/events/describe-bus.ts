import type { JsonRecord } from '../record.js'
import type { EventBus } from './event-bus.js'

/** A bus as DescribeEventBus and ListEventBuses show it. Times are seconds since the epoch. */
export function describeBus(bus: EventBus): JsonRecord {
  const policy = { Version: '2012-10-17', Statement: [...bus.statements.values()] }
  return {
    Name: bus.name,
    Arn: bus.arn,
    ...(bus.description !== undefined && { Description: bus.description }),
    ...(bus.statements.size > 0 && { Policy: JSON.stringify(policy) }),
    CreationTime: bus.createdAt / 1000,
    LastModifiedTime: bus.createdAt / 1000,
  }
}
