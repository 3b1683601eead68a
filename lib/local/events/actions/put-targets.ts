import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalString, requiredRecords, requiredString } from '../api-input.js'
import { constraintError } from '../constraint-error.js'
import type { EventsContext } from '../events-context.js'
import { parseTarget } from '../targets/parse-target.js'

/** "Targets per rule: 5", not adjustable. */
const MAX_TARGETS = 5

/**
 * Adds targets to a rule, or replaces those with the same id; all or none.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutTargets.html
 */
export function putTargets({ environment, buses }: EventsContext, input: JsonRecord): JsonRecord {
  const rule = buses.getRule(requiredString(input, 'Rule'), optionalString(input, 'EventBusName'))
  const definitions = requiredRecords(input, 'Targets')
  if (definitions.length === 0) {
    throw constraintError('targets', 'have length greater than or equal to 1', '[]')
  }
  const targets = definitions.map((definition, index) => parseTarget(definition, index, environment))
  const ids = new Set([...rule.targets.keys(), ...targets.map((target) => target.id)])
  if (ids.size > MAX_TARGETS) {
    throw new AwsError('LimitExceededException', 'The requested resource exceeds the maximum number allowed.')
  }
  for (const target of targets) rule.targets.set(target.id, target)
  return { FailedEntryCount: 0, FailedEntries: [] }
}
