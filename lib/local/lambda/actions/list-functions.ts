import type { JsonRecord } from '../../record.js'
import { describeFunction } from './describe-function.js'
import type { LambdaContext } from './lambda-context.js'
import { markerPage } from './marker-page.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html */
export function listFunctions({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const { items, next } = markerPage(functions.all(), input)
  return { Functions: items.map(describeFunction), ...next }
}
