import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'
import type { MappingStates } from './mapping-states.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html */
export function getEventSourceMapping(
  context: LambdaContext,
  states: MappingStates,
  input: JsonRecord,
): JsonRecord {
  const mapping = context.mappings.find(requiredText(input, 'UUID'))
  return describeMapping(context, mapping, states.of(mapping))
}
