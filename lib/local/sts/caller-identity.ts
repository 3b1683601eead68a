import type { Caller } from '../caller.js'
import { principalName, principalOf, roleNameOf, sessionOf } from '../iam/principal-of.js'

export interface CallerIdentity {
  readonly arn: string
  readonly userId: string
}

/** Ids of a user and of a role begin so. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html */
const USER_ID = 'AIDALOCALCLOUDUSER000'
const ROLE_ID_PREFIX = 'AROA'

/** Who a caller is to IAM: the developer a user, a function a session of its role. */
export function callerIdentity(caller: Caller, accountId: string): CallerIdentity {
  const principal = principalOf(caller, accountId)
  const arn = principalName(caller, principal, accountId)
  if (principal.kind !== 'role') return { arn, userId: USER_ID }
  return { arn, userId: `${ROLE_ID_PREFIX}${roleNameOf(principal.arn).slice(-12)}:${sessionOf(caller)}` }
}
