import { AwsError, ConnectionReset, type Interceptor, type LocalCloud } from 'serverless-outbox/local'

export type OutageKind = 'unavailable' | 'time-out'

/**
 * EventBridge is down for a while. It stands inside of whatever else goes wrong, so that callers are killed in the
 * middle of calls that fail, too.
 */
export class Outage {
  readonly #clock: LocalCloud['clock']
  #kind: OutageKind = 'unavailable'
  /** Milliseconds since the epoch. */
  #until = 0

  constructor(clock: LocalCloud['clock']) {
    this.#clock = clock
  }

  begin(kind: OutageKind, minutes: number): void {
    this.#kind = kind
    this.#until = this.#clock.now() + minutes * 60_000
  }

  readonly interceptor: Interceptor = async (call, next, signal) => {
    const left = this.#until - this.#clock.now()
    if (call.service !== 'events' || left <= 0) return next()
    if (this.#kind === 'unavailable') throw new AwsError('ServiceUnavailable', 'EventBridge is down.', 503)
    await call.idle(() => this.#clock.sleep(left, signal))
    throw new ConnectionReset()
  }
}
