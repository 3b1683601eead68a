import { AwsError } from '../../aws-error.js'
import { isRecord, type JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'
import { compilePatternText } from '../pattern/compile-pattern.js'

/** "The event, in JSON format, must include the following fields." */
const REQUIRED_FIELDS: readonly string[] = ['id', 'account', 'source', 'time', 'region', 'detail-type']

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_TestEventPattern.html */
export function testEventPattern(_context: EventsContext, input: JsonRecord): JsonRecord {
  const pattern = compilePatternText(requiredString(input, 'EventPattern'))
  return { Result: pattern.matches(parseEvent(requiredString(input, 'Event'))) }
}

function parseEvent(text: string): JsonRecord {
  let event: unknown
  try {
    event = JSON.parse(text)
  } catch {
    event = undefined
  }
  if (isRecord(event) && REQUIRED_FIELDS.every((field) => field in event)) return event
  throw new AwsError('ValidationException', 'Parameter Event is not valid.')
}
