import { type Interceptor, jsonResponse } from 'serverless-outbox/local'
import type { Role } from './role.js'
import { eventIdOf } from './wire.js'

type Entry = Readonly<Record<string, unknown>>

/** How long EventBridge fails on a stubborn event. Milliseconds. */
const STUBBORN_FOR = 3 * 60_000

/** EventBridge has something against single events: those that are refused, until that is mended, and stubborn ones. */
export class FailingEntries {
  readonly #now: () => number
  readonly #firstSeen = new Map<string, number>()
  #isMended = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** It takes the refused events from now on. */
  mend(): void {
    this.#isMended = true
  }

  readonly interceptor: Interceptor = async (call, next) => {
    if (call.operation !== 'PutEvents') return next()
    const entries = call.input['Entries'] as readonly Entry[]
    const codes = entries.map((entry) => this.#codeOf(String(entry['Detail'])))
    if (codes.every((code) => code === undefined)) return next()
    const passing = entries.filter((_, index) => codes[index] === undefined)
    const response = passing.length === 0 ? undefined : await next({ ...call.input, Entries: passing })
    if (response !== undefined && response.statusCode >= 400) return response
    const answer: { Entries: Entry[] } =
      response === undefined ? { Entries: [] } : JSON.parse(response.body.toString('utf8'))
    const results = codes.map((code) =>
      code === undefined ? answer.Entries.shift() : { ErrorCode: code, ErrorMessage: 'Chaos.' },
    )
    const failed = results.filter((result) => result !== undefined && 'ErrorCode' in result)
    return jsonResponse({ FailedEntryCount: failed.length, Entries: results })
  }

  #codeOf(detail: string): string | undefined {
    const role = roleOf(detail)
    if (role === 'refused') return this.#isMended ? undefined : 'MalformedDetail'
    const eventId = role === 'stubborn' ? eventIdOf(detail) : undefined
    if (eventId === undefined) return undefined
    const first = this.#firstSeen.get(eventId) ?? this.#now()
    this.#firstSeen.set(eventId, first)
    return this.#now() - first < STUBBORN_FOR ? 'InternalFailure' : undefined
  }
}

function roleOf(detail: string): Role | undefined {
  return /"role":"(\w+)"/.exec(detail)?.[1] as Role | undefined
}
