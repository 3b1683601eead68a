import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalBoolean, requiredText } from '../properties.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'
import type { MappingStates } from './mapping-states.js'

/**
 * Enables and disables. Everything else of a mapping comes from the template.
 * https://docs.aws.amazon.com/lambda/latest/api/API_UpdateEventSourceMapping.html
 */
export function updateEventSourceMapping(
  context: LambdaContext,
  states: MappingStates,
  input: JsonRecord,
): JsonRecord {
  const mapping = context.mappings.find(requiredText(input, 'UUID'))
  const refused = Object.keys(input).find((member) => member !== 'UUID' && member !== 'Enabled')
  if (refused !== undefined)
    throw new AwsError(
      'InvalidParameterValueException',
      `The local cloud changes only \`Enabled\` of a mapping; set \`${refused}\` in the template and start it again.`,
    )
  const enabled = optionalBoolean(input, 'Enabled')
  const state = enabled === undefined ? states.of(mapping) : states.change(mapping, enabled)
  return describeMapping(context, mapping, state)
}
