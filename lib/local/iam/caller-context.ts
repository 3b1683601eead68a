import type { Caller } from '../caller.js'
import type { Principal } from './authoriser.js'
import { roleNameOf, sessionOf } from './principal-of.js'

export type ConditionContext = Readonly<Record<string, string | readonly string[]>>

export interface RequestCircumstances {
  readonly accountId: string
  readonly region: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The global condition keys that follow from who calls, when, and where. A key that AWS would not supply is absent.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
export function callerContext(
  caller: Caller,
  principal: Principal,
  { accountId, region, now }: RequestCircumstances,
): ConditionContext {
  return {
    'aws:CurrentTime': new Date(now).toISOString(),
    'aws:EpochTime': String(Math.floor(now / 1000)),
    'aws:RequestedRegion': region,
    // AWS's endpoints are TLS. Ours stand for them.
    'aws:SecureTransport': 'true',
    'aws:ViaAWSService': 'false',
    ...principalKeys(caller, principal, accountId),
  }
}

function principalKeys(caller: Caller, principal: Principal, accountId: string): ConditionContext {
  switch (principal.kind) {
    case 'anonymous':
      return { 'aws:PrincipalType': 'Anonymous' }
    case 'user':
      return {
        'aws:PrincipalAccount': accountId,
        'aws:PrincipalArn': principal.arn,
        'aws:PrincipalIsAWSService': 'false',
        'aws:PrincipalType': 'User',
        'aws:username': roleNameOf(principal.arn),
      }
    case 'role':
      return {
        'aws:PrincipalAccount': accountId,
        'aws:PrincipalArn': principal.arn,
        'aws:PrincipalIsAWSService': 'false',
        'aws:PrincipalType': 'AssumedRole',
        'aws:userid': `AROA${roleNameOf(principal.arn).slice(-12)}:${sessionOf(caller)}`,
        // https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
        ...(caller.kind === 'function' && caller.sourceArn !== undefined
          ? { 'lambda:SourceFunctionArn': caller.sourceArn }
          : {}),
      }
    case 'service':
      return {
        'aws:PrincipalIsAWSService': 'true',
        'aws:PrincipalServiceName': principal.name,
        'aws:PrincipalServiceNamesList': [principal.name],
        ...(caller.sourceArn === undefined
          ? {}
          : { 'aws:SourceArn': caller.sourceArn, 'aws:SourceAccount': accountId }),
      }
  }
}
