import type { JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import type { GatewayResponse } from './gateway-message.js'

/** Goes on to the service, with another input if one is given; only for services whose protocol is JSON. */
export type Next = (input?: JsonRecord) => Promise<GatewayResponse>

/**
 * Sees each call before the service and its answer before the caller. It may wait, answer itself, or throw: an
 * `AwsError` is answered in wire form, `ConnectionReset` drops the connection without an answer.
 */
export type Interceptor = (
  call: ApiCall,
  next: Next,
  /** Aborted when the caller hangs up. */
  signal: AbortSignal,
) => Promise<GatewayResponse>

/** Thrown by an interceptor: the caller's connection is dropped. Thrown after `next()`, the call took effect. */
export class ConnectionReset extends Error {
  override readonly name: string = 'ConnectionReset'

  constructor() {
    super('The connection was dropped.')
  }
}
