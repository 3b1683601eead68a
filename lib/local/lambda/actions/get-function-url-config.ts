import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import type { LambdaContext } from './lambda-context.js'
import { notFound } from './not-found.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionUrlConfig.html */
export function getFunctionUrlConfig({ functions, urls }: LambdaContext, input: JsonRecord): JsonRecord {
  const { functionArn } = functions.find(requiredText(input, 'FunctionName')).configuration
  const found = urls.of(functionArn)
  if (found === undefined) throw notFound()
  const createdAt = new Date(found.createdAt).toISOString()
  return {
    FunctionUrl: found.url,
    FunctionArn: functionArn,
    AuthType: found.authType,
    CreationTime: createdAt,
    LastModifiedTime: createdAt,
    InvokeMode: 'BUFFERED',
  }
}
