import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import { constraintError } from '../constraint-error.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_CreateEventBus.html */
export function createEventBus({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const name = requiredString(input, 'Name')
  // The API allows `/` for partner event buses only, which do not exist here.
  if (!/^[.\-_A-Za-z0-9]{1,256}$/.test(name)) {
    throw constraintError('name', 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', name)
  }
  const description = optionalString(input, 'Description')
  const bus = buses.create(name, description)
  return { EventBusArn: bus.arn, ...(description !== undefined && { Description: description }) }
}
