import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'

/** How long DynamoDB knows a transaction's token, in milliseconds. */
const WINDOW = 10 * 60 * 1000

interface KnownToken {
  /** When the first request with it was completed; undefined while it is under way. */
  completedAt?: number
  /** How often the token was used anew. */
  readonly uses: number
}

/**
 * A transaction's ClientRequestToken is known for ten minutes after the first request with it. Engines count real
 * time: after ten minutes of virtual time they get another token in its place.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export class RequestTokens {
  readonly #clock: Clock
  readonly #known = new Map<string, KnownToken>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The token for the engine. */
  engineToken(token: string): string {
    const now = this.#clock.now()
    const known = this.#known.get(token)
    if (known?.completedAt === undefined || now < known.completedAt + WINDOW) {
      if (known === undefined) this.#known.set(token, { uses: 0 })
      return tokenOf(token, known?.uses ?? 0)
    }
    const uses = known.uses + 1
    this.#known.set(token, { uses })
    return tokenOf(token, uses)
  }

  completed(token: string): void {
    const known = this.#known.get(token)
    if (known !== undefined) known.completedAt ??= this.#clock.now()
  }
}

/** 36 characters are allowed. */
function tokenOf(token: string, uses: number): string {
  if (uses === 0) return token
  return createHash('sha256').update(`${token} ${uses}`).digest('hex').slice(0, 36)
}
