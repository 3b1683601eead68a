import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'
import { describeBus } from '../describe-bus.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeEventBus.html */
export function describeEventBus({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  return describeBus(buses.get(optionalString(input, 'Name')))
}
