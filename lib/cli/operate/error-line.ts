import { CliError } from './cli-error.js'
import type { OperateOptions } from './operate-options.js'

/** What went wrong, and what to do, in one line. */
export function errorLine(error: unknown, { stack }: OperateOptions): string {
  if (error instanceof CliError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { name, message } = error
  if (name === 'ValidationError' && /does not exist/.test(message))
    return `There is no stack ${stack} here: check --stack and --region, and the account of your credentials`
  if (/AccessDenied|NotAuthorized|UnauthorizedOperation/.test(name))
    return `${message.replace(/\.?$/, '')}: have it added to your role`
  if (name === 'CredentialsProviderError' || /credentials/i.test(message))
    return 'No credentials were found: sign in, for example with `aws sso login`, or set AWS_PROFILE'
  if (/Region is missing/.test(message)) return 'No Region is set: give --region, or set AWS_REGION'
  if (/ECONNREFUSED|ENOTFOUND/.test(message))
    return `Nobody answers: ${message}. Check --endpoint-url and --region`
  return `${name}: ${message}`
}
