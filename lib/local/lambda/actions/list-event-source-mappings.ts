import type { JsonRecord } from '../../record.js'
import { optionalText } from '../properties.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'
import { markerPage } from './marker-page.js'

/**
 * All, or those of a source, of a function, or both.
 * https://docs.aws.amazon.com/lambda/latest/api/API_ListEventSourceMappings.html
 */
export function listEventSourceMappings(context: LambdaContext, input: JsonRecord): JsonRecord {
  const { functions, mappings } = context
  const eventSourceArn = optionalText(input, 'EventSourceArn')
  const functionName = optionalText(input, 'FunctionName')
  const wanted = functionName === undefined ? undefined : functions.find(functionName)
  const found = mappings.all().filter(({ settings }) => {
    if (eventSourceArn !== undefined && settings.eventSourceArn !== eventSourceArn) return false
    return wanted === undefined || functions.find(settings.functionName) === wanted
  })
  const { items, next } = markerPage(found, input)
  return {
    EventSourceMappings: items.map((mapping) => describeMapping(context, mapping)),
    ...next,
  }
}
