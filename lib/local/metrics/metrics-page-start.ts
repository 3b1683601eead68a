import { AwsError } from '../aws-error.js'
import { pageStart } from '../paging/page-token.js'

/** @throws AwsError InvalidNextToken */
export function metricsPageStart(token: unknown): number {
  const start = pageStart(token)
  if (start === undefined) throw new AwsError('InvalidNextToken', 'The next token specified is invalid.')
  return start
}
