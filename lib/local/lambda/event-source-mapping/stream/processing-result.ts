import type { SpyLog } from '../../../spy-log.js'
import { accessDenied } from './access-denied.js'
import type { Attempt } from './lane-driver.js'

/** What became of the last batch of a stream mapping, in Lambda's words, or why there is none. */
export class ProcessingResult {
  readonly #streamArn: string
  readonly #spies: Pick<SpyLog, 'warn'>
  #text = 'No records processed'
  #isFailing = false

  constructor(streamArn: string, spies: Pick<SpyLog, 'warn'>) {
    this.#streamArn = streamArn
    this.#spies = spies
  }

  get text(): string {
    return this.#text
  }

  attempted(attempt: Attempt): void {
    const failed = attempt.kind === 'not-invoked' || attempt.outcome.kind === 'failure'
    this.#text = failed ? 'PROBLEM: Function call failed' : 'OK'
    this.#isFailing = false
  }

  streamIsOff(): void {
    this.#text = 'PROBLEM: The stream is disabled'
  }

  /** There is no use in another attempt. */
  streamIsGone(error: unknown): void {
    this.#problem(`Stream not found: ${this.#streamArn}`, error)
  }

  /** The next attempt may be better. */
  cannotRead(error: unknown): void {
    const name = error instanceof Error ? error.name : ''
    const isDenied = name === 'AccessDeniedException'
    this.#problem(isDenied ? accessDenied(this.#streamArn) : `Stream cannot be read (${name})`, error)
  }

  /** Said once, not at every attempt; it goes on by itself. */
  #problem(text: string, error: unknown): void {
    this.#text = `PROBLEM: ${text}`
    if (!this.#isFailing) this.#spies.warn(`The stream ${this.#streamArn} cannot be read: ${String(error)}`)
    this.#isFailing = true
  }
}
