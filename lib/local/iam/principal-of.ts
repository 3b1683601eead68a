import type { Caller } from '../caller.js'
import type { Principal } from './authoriser.js'

/** The outside world. */
const USER_NAME = 'local'

/** Whoever sends a request without a signature. */
export const ANONYMOUS: Caller = { kind: 'user', name: 'anonymous' }

/** As whom IAM knows a caller: a service that assumed a role is that role. */
export function principalOf(caller: Caller, accountId: string): Principal {
  const { kind, name, roleArn } = caller
  if (kind === 'user')
    return name === ANONYMOUS.name
      ? { kind: 'anonymous' }
      : { kind: 'user', arn: `arn:aws:iam::${accountId}:user/${USER_NAME}` }
  if (roleArn !== undefined && roleArn !== '') return { kind: 'role', arn: roleArn }
  if (kind === 'service') return { kind: 'service', name }
  // A function without a role exists in no account: it holds a role without any statement.
  return { kind: 'role', arn: `arn:aws:iam::${accountId}:role/${name}` }
}

/** How AWS's messages name the principal: a role by its session. */
export function principalName(caller: Caller, principal: Principal, accountId: string): string {
  switch (principal.kind) {
    case 'anonymous':
      return 'anonymous'
    case 'service':
      return principal.name
    case 'user':
      return principal.arn
    case 'role':
      return `arn:aws:sts::${accountId}:assumed-role/${roleNameOf(principal.arn)}/${sessionOf(caller)}`
  }
}

/** A function's session has the function's name. */
export function sessionOf({ kind, name, sourceArn }: Caller): string {
  return kind === 'function' && sourceArn !== undefined
    ? sourceArn.slice(sourceArn.lastIndexOf(':') + 1)
    : name
}

/** The path is no part of a role's name. */
export function roleNameOf(roleArn: string): string {
  return roleArn.slice(roleArn.lastIndexOf('/') + 1)
}
