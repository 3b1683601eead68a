import { assertContext } from './assert-context.js'
import type { EventInput } from './event-definition.js'
import { expected } from './expected.js'

// From the year 10000 on, and before the year 0, ISO 8601 adds a sign, and text order is no longer time order.
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

const MEMBERS: Readonly<Record<keyof EventInput<unknown>, true>> = {
  aggregateId: true,
  aggregateVersion: true,
  availableAt: true,
  causationId: true,
  context: true,
  correlationId: true,
  data: true,
  traceparent: true,
}

/** @throws OutboxError INVALID_EVENT naming the member that is at fault; `data` is the schema's to judge */
export function assertEventInput(type: string, input: EventInput<unknown>): void {
  if (typeof input !== 'object' || input === null)
    throw expected(
      'input',
      'be an object with `aggregateId` and `data`',
      undefined,
      type,
      `a ${typeof input}`,
    )
  for (const name of Object.keys(input))
    if (!Object.hasOwn(MEMBERS, name))
      throw expected(name, `be one of the members ${Object.keys(MEMBERS).join(', ')}`, name, type)
  const { aggregateId, aggregateVersion, availableAt, correlationId, causationId, context } = input
  if (typeof aggregateId !== 'string' || aggregateId.length === 0)
    throw expected('aggregateId', 'be a string that is not empty', aggregateId, type)
  if (aggregateVersion !== undefined && !(Number.isSafeInteger(aggregateVersion) && aggregateVersion >= 0))
    throw expected('aggregateVersion', 'be a whole number from 0', aggregateVersion, type)
  if (availableAt !== undefined && !isSortableDate(availableAt))
    throw expected('availableAt', 'be a valid Date of the years 0 to 9999', availableAt, type)
  if (availableAt !== undefined && aggregateVersion !== undefined)
    throw expected(
      'availableAt',
      'be absent where `aggregateVersion` is given, for a delayed event would look like a gap',
      availableAt,
      type,
    )
  for (const [name, id] of Object.entries({ correlationId, causationId }))
    if (id !== undefined && (typeof id !== 'string' || id.length === 0))
      throw expected(name, 'be a string that is not empty', id, type)
  if (context !== undefined) assertContext(type, context)
}

function isSortableDate(value: unknown): boolean {
  return value instanceof Date && value.getTime() >= EARLIEST && value.getTime() <= LATEST
}
