import { OutboxError } from '../errors.js'
import type { ConsumerOptions } from './consumer-options.js'

type Name = keyof ConsumerOptions

const KNOWN: Readonly<Record<Name, true>> = {
  name: true,
  events: true,
  inbox: true,
  allEventsOf: true,
  hold: true,
  onUnknown: true,
  onReplay: true,
  contextSigner: true,
  onError: true,
  concurrency: true,
  clock: true,
  random: true,
}
const MAX_CONCURRENCY = 100
const NO_TRANSACTION = "take `event` only: the transaction `tx` needs `inbox: { effects: 'transaction' }`"

/** What the types already say, for callers without types, and what they cannot say. @throws OutboxError INVALID_CONFIGURATION */
export function assertConsumerOptions(options: ConsumerOptions): void {
  if (typeof options !== 'object' || options === null)
    throw invalid('options', 'be an object with `events`', options)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(KNOWN, name))
      throw invalid(
        name,
        `be absent: there is no such option. The options are ${Object.keys(KNOWN).join(', ')}`,
      )
  assertEvents(options)
  const { inbox, onUnknown, onReplay, onError, contextSigner, concurrency = 1 } = options
  if (inbox !== undefined && inbox?.effects !== 'transaction' && inbox?.effects !== 'outside')
    throw invalid('inbox.effects', "be 'transaction' or 'outside'")
  if (
    onUnknown !== undefined &&
    onUnknown !== 'fail' &&
    onUnknown !== 'ignore' &&
    typeof onUnknown !== 'function'
  )
    throw invalid('onUnknown', "be 'fail', 'ignore' or a function", onUnknown)
  if (typeof onUnknown === 'function' && onUnknown.length > 1 && inbox?.effects !== 'transaction')
    throw invalid('onUnknown', NO_TRANSACTION)
  if (onReplay !== undefined && onReplay !== 'handle' && onReplay !== 'ignore')
    throw invalid('onReplay', "be 'handle' or 'ignore'", onReplay)
  if (onError !== undefined && typeof onError !== 'function')
    throw invalid('onError', 'be a function', onError)
  if (contextSigner !== undefined && typeof contextSigner?.verify !== 'function')
    throw invalid('contextSigner', 'be an object with the functions `sign` and `verify`')
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY)
    throw invalid('concurrency', `be a whole number from 1 to ${MAX_CONCURRENCY}`, concurrency)
  assertHold(options)
}

function assertEvents({ events, inbox, allEventsOf, onUnknown }: ConsumerOptions): void {
  if (!Array.isArray(events) || (events.length === 0 && typeof onUnknown !== 'function'))
    throw invalid('events', 'be a list with at least one `on(definition, handler)`')
  const seen = new Set<string>()
  for (const [index, subscription] of events.entries()) {
    const path = `events[${index}]`
    const { kind, definition, handler } = subscription ?? {}
    if (typeof definition?.type !== 'string' || typeof handler !== 'function')
      throw invalid(path, 'be what `on(definition, handler)` returns')
    if (seen.has(definition.type))
      throw invalid(path, `be the only one for the type \`${definition.type}\`: a message has one handler`)
    seen.add(definition.type)
    if (kind === 'transactional' && inbox?.effects !== 'transaction') throw invalid(path, NO_TRANSACTION)
    if (allEventsOf !== undefined && definition.aggregateType !== allEventsOf)
      throw invalid(
        path,
        `be an event of \`${allEventsOf}\`, as \`allEventsOf\` says`,
        definition.aggregateType,
      )
  }
}

function assertHold({ hold, allEventsOf, inbox }: ConsumerOptions): void {
  if (allEventsOf !== undefined && (typeof allEventsOf !== 'string' || allEventsOf === ''))
    throw invalid('allEventsOf', 'be the name of an aggregate type', allEventsOf)
  if (allEventsOf !== undefined && inbox?.effects !== 'transaction')
    throw invalid(
      'allEventsOf',
      "be absent without `inbox: { effects: 'transaction' }`, which remembers the history",
    )
  if (hold === undefined) return
  if (allEventsOf === undefined)
    throw invalid(
      'hold',
      'be absent without `allEventsOf`: of a selection of events nobody can tell what is missing',
    )
  if (typeof hold !== 'object' || hold === null) throw invalid('hold', 'be an object with `start`', hold)
  const { start, firstVersion = 1 } = hold
  if (start !== 'first' && start !== 'here') throw invalid('hold.start', "be 'first' or 'here'", start)
  if (!Number.isSafeInteger(firstVersion) || firstVersion < 0)
    throw invalid('hold.firstVersion', 'be a whole number from 0', firstVersion)
}

function invalid(path: string, rule: string, ...got: readonly [] | readonly [unknown]): OutboxError {
  const found = got.length === 0 ? '' : `, got \`${String(got[0])}\` (${typeof got[0]})`
  return new OutboxError('INVALID_CONFIGURATION', `Expected \`${path}\` to ${rule}${found}`, { path })
}
