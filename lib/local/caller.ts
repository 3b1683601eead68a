/**
 * Who made a call. Each function, each service and the outside world sign with an access key of their own, so the
 * gateway knows them apart.
 */
export interface Caller {
  readonly kind: 'function' | 'service' | 'user'
  /** The function's logical id, the service principal (`events.amazonaws.com`), or `user`. */
  readonly name: string
  /** Of a function: the execution environment that calls. */
  readonly environmentId?: string
  /** The role whose permissions count: a function's own, or the one that a service assumed (a mapping, a schedule). */
  readonly roleArn?: string
  /**
   * The resource for which a service calls: the rule's ARN. Condition key `aws:SourceArn`. Of a function: its own ARN,
   * condition key `lambda:SourceFunctionArn`.
   */
  readonly sourceArn?: string
}
