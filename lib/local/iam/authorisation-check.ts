import type { Caller } from '../caller.js'

/** One question to IAM: may this caller do this to that? */
export interface AuthorisationCheck {
  readonly caller: Caller
  /** `dynamodb:PutItem` */
  readonly action: string
  /** The ARN of what it is done to; `*` for actions without a resource. */
  readonly resource: string
  /**
   * Condition keys of this request, as AWS supplies them; a key that AWS would not supply is absent. Those that follow
   * from the caller (`aws:PrincipalArn`, `aws:SourceArn`, …) are added for every check.
   */
  readonly context?: Readonly<Record<string, string | readonly string[]>>
}
