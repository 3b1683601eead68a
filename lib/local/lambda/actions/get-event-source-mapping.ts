import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html */
export function getEventSourceMapping(context: LambdaContext, input: JsonRecord): JsonRecord {
  return describeMapping(context, context.mappings.find(requiredText(input, 'UUID')))
}
