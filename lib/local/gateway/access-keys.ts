import { createHash } from 'node:crypto'
import type { Caller } from '../caller.js'

export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const USER: Caller = { kind: 'user', name: 'user' }

/** Gives each caller an access key of its own and recognises it by that key. */
export class AccessKeys {
  readonly #callers = new Map<string, Caller>()

  of(caller: Caller): AccessKey {
    const digest = createHash('sha256').update(`${caller.kind}/${caller.name}`).digest('hex').toUpperCase()
    // 20 characters that begin with AKIA, like a real one: some tools check the form.
    const accessKeyId = `AKIA${digest.slice(0, 16)}`
    this.#callers.set(accessKeyId, caller)
    return { accessKeyId, secretAccessKey: digest.slice(16, 56) }
  }

  /** Whoever signs with a key that was never given out is the outside world. */
  callerOf(accessKeyId: string): Caller {
    return this.#callers.get(accessKeyId) ?? USER
  }
}
