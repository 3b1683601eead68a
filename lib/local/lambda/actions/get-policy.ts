import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import type { LambdaContext } from './lambda-context.js'
import { notFound } from './not-found.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetPolicy.html */
export function getPolicy({ functions, policyOf }: LambdaContext, input: JsonRecord): JsonRecord {
  const { functionArn, revisionId } = functions.find(requiredText(input, 'FunctionName')).configuration
  const statements = policyOf(functionArn)
  if (statements.length === 0) throw notFound()
  const withIds = statements.map((statement, index) => ({ Sid: `Permission${index + 1}`, ...statement }))
  const policy = { Version: '2012-10-17', Id: 'default', Statement: withIds }
  return { Policy: JSON.stringify(policy), RevisionId: revisionId }
}
