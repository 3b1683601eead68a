import { LocalCloudError } from '../local-cloud-error.js'
import { milliseconds } from '../time/duration.js'
import { assertFault } from './assert-fault.js'
import type { Fault, FaultEffect, FaultMoment, FaultTarget } from './fault.js'

/** What a fault looks like as text. */
export const FAULT_FORM: string =
  '<service>:<operation|*> <kind> [when …], e.g. `events:PutEvents throttle 10%`, `dynamodb:* server-error 5m..10m`, `sqs:SendMessage lost-answer #3`. ' +
  'Kinds: throttle, server-error, unavailable, time-out, reset, lost-answer, latency <duration>, error <Code>[/<status>], partial [<Code>]. ' +
  'When: 10% (share of calls), #3 (the third call), #*3 (every third), 5m..10m (from..to, either may be left out), x2 (twice at most), by <caller>, on <resource>.'

/** The words of a specification that are not read yet. */
class Words {
  readonly #words: string[]

  constructor(text: string) {
    this.#words = text.trim().split(/\s+/)
  }

  next(): string | undefined {
    return this.#words.shift()
  }

  /** The next word, if the pattern matches it. */
  nextIf(pattern: RegExp): string | undefined {
    return pattern.test(this.#words[0] ?? '') ? this.#words.shift() : undefined
  }
}

/**
 * Reads a fault from text.
 * @throws LocalCloudError that says what is wrong, and shows the form
 */
export function parseFault(text: string): Fault {
  try {
    const words = new Words(text)
    const target = parseTarget(words.next() ?? '')
    const effect = parseEffect(words)
    const fault: Fault = { ...target, ...effect, ...parseMoment(words) }
    assertFault(fault)
    return fault
  } catch (error) {
    if (!(error instanceof LocalCloudError)) throw error
    throw new LocalCloudError(`'${text}' is no fault: ${error.message} Expected ${FAULT_FORM}`)
  }
}

function parseTarget(word: string): FaultTarget {
  const [, service, operation] = /^([a-z0-9-]+):([A-Z]\w*|\*)$/.exec(word) ?? []
  if (service === undefined || operation === undefined)
    throw new LocalCloudError(`'${word}' does not name a service and an operation.`)
  return operation === '*' ? { service } : { service, operation }
}

function parseEffect(words: Words): FaultEffect {
  const kind = words.next()
  switch (kind) {
    case 'throttle':
    case 'server-error':
    case 'unavailable':
    case 'time-out':
    case 'reset':
    case 'lost-answer':
      return { kind }
    case 'latency':
      return { kind, latency: duration(words.next() ?? '', 'latency') }
    case 'error':
      return { kind, ...parseError(words.next() ?? '') }
    case 'partial': {
      const code = words.nextIf(/^[A-Z]\w*$/)
      return { kind, ...(code !== undefined && { code }) }
    }
    default:
      throw new LocalCloudError(kind === undefined ? 'It has no kind.' : `'${kind}' is no kind.`)
  }
}

function parseError(word: string): { readonly code: string; readonly status?: number } {
  const [, code, status] = /^([A-Za-z][\w.]*)(?:\/(\d{3}))?$/.exec(word) ?? []
  if (code === undefined) throw new LocalCloudError(`'${word}' is no error code.`)
  return { code, ...(status !== undefined && { status: Number(status) }) }
}

function parseMoment(words: Words): FaultMoment & Partial<Pick<FaultTarget, 'caller' | 'resource'>> {
  const read: Record<string, unknown> = {}
  for (let word = words.next(); word !== undefined; word = words.next()) {
    for (const [name, value] of Object.entries(parseCondition(word, words))) {
      if (name in read) throw new LocalCloudError(`'${word}' says \`${name}\` a second time.`)
      read[name] = value
    }
  }
  return read
}

function parseCondition(word: string, words: Words): FaultMoment & Partial<FaultTarget> {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(word) ?? []
  if (percent !== undefined) return { share: Number(percent) / 100 }
  const [, every, nth] = /^#(\*?)(\d+)$/.exec(word) ?? []
  if (nth !== undefined) return every === '' ? { nth: Number(nth) } : { every: Number(nth) }
  const [, times] = /^x(\d+)$/.exec(word) ?? []
  if (times !== undefined) return { times: Number(times) }
  const [, from, to] = /^([^.]*(?:\.\d+[^.]*)?)\.\.(.*)$/.exec(word) ?? []
  if (from !== undefined && to !== undefined && from + to !== '')
    return {
      ...(from !== '' && { from: duration(from, 'from') }),
      ...(to !== '' && { to: duration(to, 'to') }),
    }
  if (word === 'by') return { caller: name(words, word) }
  if (word === 'on') return { resource: name(words, word) }
  throw new LocalCloudError(`'${word}' does not say when.`)
}

function duration(word: string, name: string): number {
  return milliseconds(word, name)
}

function name(words: Words, after: string): string {
  const word = words.next()
  if (word === undefined) throw new LocalCloudError(`Nothing follows '${after}'.`)
  return word
}
