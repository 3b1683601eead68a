import { createHash } from 'node:crypto'
import type { Caller } from '../caller.js'

export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const USER: Caller = { kind: 'user', name: 'user' }

/** Execution environments that are remembered: far more than ever live at once. */
const MAX_ENVIRONMENTS = 10_000

/** Gives each caller an access key of its own and recognises it by that key. */
export class AccessKeys {
  readonly #callers = new Map<string, Caller>()
  /** Those that signed last come last: every cold start adds one. */
  readonly #environments = new Map<string, Caller>()

  of(caller: Caller): AccessKey {
    const { kind, name, environmentId, roleArn, sourceArn } = caller
    // Two stacks can have functions of one logical id: their roles and ARNs differ.
    const identity = JSON.stringify([kind, name, environmentId, roleArn, sourceArn])
    const digest = createHash('sha256').update(identity).digest('hex').toUpperCase()
    // 20 characters that begin with AKIA, like a real one: some tools check the form.
    const accessKeyId = `AKIA${digest.slice(0, 16)}`
    if (environmentId === undefined) this.#callers.set(accessKeyId, caller)
    else this.#remember(accessKeyId, caller)
    return { accessKeyId, secretAccessKey: digest.slice(16, 56) }
  }

  /** Whoever signs with a key that was never given out is the outside world. */
  callerOf(accessKeyId: string): Caller {
    const environment = this.#environments.get(accessKeyId)
    if (environment !== undefined) this.#remember(accessKeyId, environment)
    return environment ?? this.#callers.get(accessKeyId) ?? USER
  }

  #remember(accessKeyId: string, environment: Caller): void {
    this.#environments.delete(accessKeyId)
    this.#environments.set(accessKeyId, environment)
    const [oldest] = this.#environments.keys()
    if (this.#environments.size > MAX_ENVIRONMENTS && oldest !== undefined) this.#environments.delete(oldest)
  }
}
