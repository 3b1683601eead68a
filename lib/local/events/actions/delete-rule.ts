import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'

/**
 * Deletes a rule without targets; one that does not exist is no error.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DeleteRule.html
 */
export function deleteRule({ buses, schedules }: EventsContext, input: JsonRecord): JsonRecord {
  const name = requiredString(input, 'Name')
  const { rules } = buses.get(optionalString(input, 'EventBusName'))
  const rule = rules.get(name)
  if (rule === undefined) return {}
  if (rule.targets.size > 0) {
    throw new AwsError('ValidationException', "Rule can't be deleted since it has targets.")
  }
  rules.delete(name)
  schedules.end(rule)
  return {}
}
