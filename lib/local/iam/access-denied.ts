import { AwsError } from '../aws-error.js'
import type { JsonRecord } from '../record.js'
import type { AuthorisationDecision, AuthorisationRequest } from './authoriser.js'

/** How a service answers a refusal. */
interface Refusal {
  readonly code: string
  readonly statusCode: number
}

const BY_DEFAULT: Refusal = { code: 'AccessDeniedException', statusCode: 403 }

/** What differs from service to service, by the prefix of its actions. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  dynamodb: { code: 'AccessDeniedException', statusCode: 400 },
  // https://docs.aws.amazon.com/eventbridge/latest/APIReference/CommonErrors.html
  events: { code: 'AccessDeniedException', statusCode: 400 },
  // The services of AWS's former query protocol, and S3, never had `Exception` in the name.
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  s3: { code: 'AccessDenied', statusCode: 403 },
  sqs: { code: 'AccessDenied', statusCode: 403 },
  sts: { code: 'AccessDenied', statusCode: 403 },
  cloudformation: { code: 'AccessDenied', statusCode: 403 },
  cloudwatch: { code: 'AccessDenied', statusCode: 403 },
}

/**
 * A refusal in AWS's words, which say what kind of policy is missing or denies.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
export function accessDenied(
  principalName: string,
  request: AuthorisationRequest,
  decision: AuthorisationDecision,
): AwsError {
  const [service = ''] = request.action.split(':')
  const { code, statusCode } = REFUSALS[service] ?? BY_DEFAULT
  const action = service === 'sqs' ? request.action.toLowerCase() : request.action
  const resource = service === 's3' ? `"${request.resource}"` : request.resource
  return new AwsError(
    code,
    `User: ${principalName} is not authorized to perform: ${action} on resource: ${resource} ${reason(action, request, decision)}`,
    statusCode,
  )
}

function reason(action: string, request: AuthorisationRequest, decision: AuthorisationDecision): string {
  const { principal, resourceStatements } = request
  if (decision.reason === 'explicit-deny') {
    const denies = (statement: JsonRecord): boolean => resourceStatements.includes(statement)
    const kind = decision.deniedBy?.some(denies) === true ? 'a resource-based' : 'an identity-based'
    return `with an explicit deny in ${kind} policy`
  }
  const hasIdentity = principal.kind === 'role' || principal.kind === 'user'
  return `because no ${hasIdentity ? 'identity' : 'resource'}-based policy allows the ${action} action`
}
