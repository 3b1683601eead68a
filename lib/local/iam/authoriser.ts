import type { JsonRecord } from '../record.js'

/** Who asks, as IAM knows it. */
export type Principal =
  | { readonly kind: 'role'; readonly arn: string }
  | { readonly kind: 'service'; readonly name: string }
  | { readonly kind: 'user'; readonly arn: string }
  /** Nobody signed: a request to a function URL that is open to all. */
  | { readonly kind: 'anonymous' }

export interface AuthorisationRequest {
  readonly principal: Principal
  readonly action: string
  readonly resource: string
  /** Of the resource and of the principal: everything is in one account. */
  readonly accountId: string
  /** Every condition key that AWS would supply. */
  readonly context: Readonly<Record<string, string | readonly string[]>>
  /** Statements of the principal's role. The same list, by identity, until the role's policies change. */
  readonly identityStatements: readonly JsonRecord[]
  /** Statements of the resource's own policy. The same list, by identity, until that policy changes. */
  readonly resourceStatements: readonly JsonRecord[]
}

export interface AuthorisationDecision {
  readonly allowed: boolean
  /** Why not, for the message: AWS says the same. */
  readonly reason?: 'explicit-deny' | 'implicit-deny'
  /** Those of the request's statements that allowed it: the report of unused grants is made of them. */
  readonly allowedBy: readonly JsonRecord[]
  /** Those of the request's statements that denied it. */
  readonly deniedBy?: readonly JsonRecord[]
}

/**
 * Evaluates policies the way IAM does: a port, so that a policy engine can be plugged in.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export interface Authoriser {
  readonly authorise: (request: AuthorisationRequest) => Promise<AuthorisationDecision>
}
