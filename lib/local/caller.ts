/**
 * Who made a call. Each function, each service and the outside world sign with an access key of their own, so the
 * gateway knows them apart.
 */
export interface Caller {
  readonly kind: 'function' | 'service' | 'user'
  /** The function's logical id, the service principal (`events.amazonaws.com`), or `user`. */
  readonly name: string
}
