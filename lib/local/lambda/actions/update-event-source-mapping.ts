import type { JsonRecord } from '../../record.js'
import { MAPPING_UPDATE_MEMBERS } from '../event-source-mapping/mapping-members.js'
import { requiredText } from '../properties.js'
import { assertMembers } from './assert-members.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'

/**
 * The answer comes before the change is done: its state says which one is under way.
 * https://docs.aws.amazon.com/lambda/latest/api/API_UpdateEventSourceMapping.html
 */
export function updateEventSourceMapping(context: LambdaContext, input: JsonRecord): JsonRecord {
  assertMembers(input, MAPPING_UPDATE_MEMBERS)
  const mapping = context.mappings.find(requiredText(input, 'UUID'))
  const { UUID: _uuid, ...changes } = input
  if (changes['FunctionName'] !== undefined) context.functions.find(requiredText(changes, 'FunctionName'))
  mapping.update(changes)
  return describeMapping(context, mapping)
}
