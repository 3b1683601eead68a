import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'

/** How long DynamoDB knows a transaction's token, in milliseconds. */
const WINDOW = 10 * 60 * 1000

interface KnownToken {
  readonly engineToken: string
  /** When the first request with it was completed; undefined while it is under way. */
  readonly completedAt?: number
}

/**
 * A transaction's ClientRequestToken is known for ten minutes after the first request with it. Engines count real
 * time: after ten minutes of virtual time they get another token in its place.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export class RequestTokens {
  readonly #clock: Clock
  /** Those that are completed in the order of their completion. */
  readonly #known = new Map<string, KnownToken>()
  /** How many tokens were forgotten so far: makes a token that comes again another one for the engine. */
  #forgotten = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many tokens are known. */
  get size(): number {
    return this.#known.size
  }

  /** The token for the engine. */
  engineToken(token: string): string {
    this.#forgetOld()
    const known = this.#known.get(token)
    if (known !== undefined) return known.engineToken
    const engineToken = tokenOf(token, this.#forgotten)
    this.#known.set(token, { engineToken })
    return engineToken
  }

  completed(token: string): void {
    const known = this.#known.get(token)
    if (known === undefined || known.completedAt !== undefined) return
    this.#known.delete(token)
    this.#known.set(token, { ...known, completedAt: this.#clock.now() })
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - WINDOW
    for (const [token, { completedAt }] of this.#known) {
      if (completedAt === undefined) continue
      if (completedAt > oldest) return
      this.#known.delete(token)
      this.#forgotten += 1
    }
  }
}

/** 36 characters are allowed. */
function tokenOf(token: string, forgotten: number): string {
  if (forgotten === 0) return token
  return createHash('sha256').update(`${token} ${forgotten}`).digest('hex').slice(0, 36)
}
