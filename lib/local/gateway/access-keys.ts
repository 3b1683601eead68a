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
    const { kind, name, environmentId, roleArn, sourceArn } = caller
    // Two stacks can have functions of one logical id: their roles and ARNs differ.
    const identity = JSON.stringify([kind, name, environmentId, roleArn, sourceArn])
    const digest = createHash('sha256').update(identity).digest('hex').toUpperCase()
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
