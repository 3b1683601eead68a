import type { JsonRecord } from '../../record.js'
import type { LambdaFunction } from '../function/lambda-function.js'
import { optionalRecord, requiredText } from '../properties.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_ListTags.html */
export function listTags(context: LambdaContext, input: JsonRecord): JsonRecord {
  return { Tags: tagged(context, input).configuration.tags }
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_TagResource.html */
export function tagResource(context: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = tagged(context, input)
  const added = Object.entries(optionalRecord(input, 'Tags')).map(([key, value]) => [key, String(value)])
  const tags = { ...lambda.configuration.tags, ...Object.fromEntries(added) }
  lambda.configure({ ...lambda.configuration, tags })
  return {}
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_UntagResource.html */
export function untagResource(context: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = tagged(context, input)
  const removed = new Set([input['tagKeys']].flat().map(String))
  const kept = Object.entries(lambda.configuration.tags).filter(([key]) => !removed.has(key))
  lambda.configure({ ...lambda.configuration, tags: Object.fromEntries(kept) })
  return {}
}

function tagged({ functions }: LambdaContext, input: JsonRecord): LambdaFunction {
  return functions.find(requiredText(input, 'Resource'))
}
