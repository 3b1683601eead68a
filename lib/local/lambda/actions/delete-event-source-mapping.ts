import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_DeleteEventSourceMapping.html */
export function deleteEventSourceMapping(context: LambdaContext, input: JsonRecord): JsonRecord {
  const uuid = requiredText(input, 'UUID')
  const mapping = context.mappings.find(uuid)
  mapping.delete(() => context.mappings.remove(uuid))
  return describeMapping(context, mapping)
}
