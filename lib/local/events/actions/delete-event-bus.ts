import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import { DEFAULT_BUS } from '../event-buses.js'
import type { EventsContext } from '../events-context.js'

/**
 * Deletes a bus without rules; one that does not exist is no error.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DeleteEventBus.html
 */
export function deleteEventBus({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const name = requiredString(input, 'Name')
  if (name === DEFAULT_BUS) {
    throw new AwsError('ValidationException', `Cannot delete event bus ${name}.`)
  }
  if ((buses.find(name)?.rules.size ?? 0) > 0) {
    throw new AwsError('ValidationException', `Cannot delete event bus ${name}: it has rules.`)
  }
  buses.delete(name)
  return {}
}
