import { errorName } from '../../error-name.js'
import { localFolder, noCloud } from './aws-place.js'
import { CliError } from './cli-error.js'
import { isDenied } from './is-denied.js'
import type { OperateOptions } from './operate-options.js'

type Where = Pick<OperateOptions, 'stack' | 'region' | 'endpointUrl' | 'local'>

const EXPIRED = /^(ExpiredToken(Exception)?|RequestExpired|TokenRefreshRequired)$/
const UNKNOWN_KEY =
  /^(UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException|SignatureDoesNotMatch|InvalidAccessKeyId|IncompleteSignature)$/
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|ECONNRESET|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|TimeoutError/

/** What went wrong, and what to do, in one line. */
export function errorLine(error: unknown, where: Where): string {
  if (error instanceof CliError) return error.message
  if (!(error instanceof Error)) return oneLine(String(error))
  const { message } = error
  const name = errorName(error)
  if (name === 'ValidationError' && /stack .*does not exist/i.test(message))
    return `There is no stack ${where.stack} here: check --stack and --region, and the account of your credentials`
  if (isDenied(error)) return `${oneLine(message).replace(/\.?$/, '')}: have it added to your role`
  if (EXPIRED.test(name) || (/expired/i.test(message) && /token|session/i.test(message)))
    return 'Your credentials have expired: sign in again, for example with `aws sso login`'
  if (UNKNOWN_KEY.test(name))
    return `AWS does not take your credentials (${name}): check AWS_PROFILE and the clock of this machine`
  if (name === 'CredentialsProviderError' || /could not load credentials/i.test(message))
    return 'No credentials were found: sign in, for example with `aws sso login`, or set AWS_PROFILE'
  if (/Region is missing/.test(message)) return 'No Region is set: give --region, or set AWS_REGION'
  if (UNREACHABLE.test(`${name} ${message} ${codeOf(error)}`)) return unreachable(error, where)
  if (name === 'ResourceNotFoundException' || name === 'QueueDoesNotExist')
    return `${name}: ${oneLine(message)}. Check --stack, --region and the flags that name a part of the outbox`
  return `${name}: ${oneLine(message)}`
}

function unreachable(error: Error, { local, endpointUrl, region }: Where): string {
  if (local !== undefined) return noCloud(localFolder(local))
  const address = endpointUrl ?? `AWS${region === undefined ? '' : ` in ${region}`}`
  return `Nobody answers at ${address} (${codeOf(error) || errorName(error)}): check --endpoint-url, --region and your network`
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
