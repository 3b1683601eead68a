/** Who may call a function URL. */
export type AuthType = 'AWS_IAM' | 'NONE'

/** As whom a request is admitted. */
export interface Admission {
  /** The caller's account; `anonymous` where nobody has to say who they are. */
  readonly accountId: string
}

/**
 * The one place that decides who is let through. Locally nobody is turned away: with AWS_IAM a request counts as one
 * of the stack's own account, signed or not, so that a browser and curl work.
 */
export function admitRequest(authType: AuthType, accountId: string): Admission {
  return { accountId: authType === 'NONE' ? 'anonymous' : accountId }
}
