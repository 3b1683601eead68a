import { OutboxError } from '../errors.js'
import { REPLAY_MARK } from '../event/replay-mark.js'

/** What arrived, as far as it can be told without the definition of its type. */
export interface Message {
  readonly metadata: Metadata
  /** Of the shape of `metadata.schemaVersion`. */
  readonly data: unknown
  readonly isReplay: boolean
}

/** `detail.metadata`, as every event has it. */
export interface Metadata {
  /** UUIDv7. The same at every redelivery, redrive and replay: what to deduplicate by. */
  readonly eventId: string
  readonly eventType: string
  /** Of the data as it was published. */
  readonly schemaVersion: number
  readonly aggregateType: string
  readonly aggregateId: string
  /** Of the aggregate after the change; absent when the writer claims no order. */
  readonly aggregateVersion?: number
  /** From 0, among the events that the transaction held for this aggregate. */
  readonly eventIndex: number
  readonly eventCount: number
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId?: string
  /** W3C trace context. https://www.w3.org/TR/trace-context/ */
  readonly traceparent?: string
  readonly context?: Readonly<Record<string, string>>
  readonly contextSignature?: string
}

type Members = Readonly<Record<string, unknown>>

/** It is part of the inbox's key. */
const ID_MAX_CHARACTERS = 512

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isId = (value: unknown): boolean => isText(value) && String(value).length <= ID_MAX_CHARACTERS
const isCount =
  (from: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= from
const isOptional =
  (rule: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || rule(value)
const isTexts = (value: unknown): boolean =>
  isMembers(value) && Object.values(value).every((text) => typeof text === 'string')

const RULES: Readonly<
  Record<keyof Metadata, { readonly holds: (value: unknown) => boolean; readonly rule: string }>
> = {
  eventId: { holds: isId, rule: `a string of 1 to ${ID_MAX_CHARACTERS} characters` },
  eventType: { holds: isText, rule: 'a string that is not empty' },
  schemaVersion: { holds: isCount(1), rule: 'a whole number from 1' },
  aggregateType: { holds: isText, rule: 'a string that is not empty' },
  aggregateId: { holds: isText, rule: 'a string that is not empty' },
  aggregateVersion: { holds: isOptional(isCount(0)), rule: 'a whole number from 0, or absent' },
  eventIndex: { holds: isCount(0), rule: 'a whole number from 0' },
  eventCount: { holds: isCount(1), rule: 'a whole number from 1' },
  occurredAt: { holds: isText, rule: 'a string that is not empty' },
  correlationId: { holds: isText, rule: 'a string that is not empty' },
  causationId: { holds: isOptional(isText), rule: 'a string that is not empty, or absent' },
  traceparent: { holds: isOptional(isText), rule: 'a string that is not empty, or absent' },
  context: { holds: isOptional(isTexts), rule: 'an object whose values are strings, or absent' },
  contextSignature: { holds: isOptional(isText), rule: 'a string that is not empty, or absent' },
}

/**
 * Reads what a rule put into a queue: EventBridge's envelope, or its `$.detail` alone. Messages say what is wrong and
 * where, never what stands there.
 * https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html
 *
 * @throws OutboxError INVALID_EVENT naming the member that is at fault
 */
export function readMessage(body: unknown): Message {
  const outer = typeof body === 'string' ? parsed(body) : body
  if (!isMembers(outer)) throw invalid('body', 'a JSON object')
  const isEnvelope = 'detail' in outer && 'detail-type' in outer
  const detail = isEnvelope ? outer['detail'] : outer
  const path = isEnvelope ? 'detail' : 'body'
  if (!isMembers(detail) || !isMembers(detail['metadata']) || !('data' in detail))
    throw invalid(path, 'an event of an outbox, which has `metadata` and `data`')
  const metadata = detail['metadata']
  for (const [name, { holds, rule }] of Object.entries(RULES))
    if (!holds(metadata[name])) throw invalid(`metadata.${name}`, rule)
  if (Number(metadata['eventIndex']) >= Number(metadata['eventCount']))
    throw invalid('metadata.eventIndex', 'below `metadata.eventCount`')
  return {
    metadata: metadata as unknown as Metadata,
    data: detail['data'],
    isReplay: isEnvelope && isMarkedAsReplay(outer),
  }
}

/** By EventBridge, or by us. */
function isMarkedAsReplay({ 'replay-name': name, resources }: Members): boolean {
  return typeof name === 'string' || (Array.isArray(resources) && resources.includes(REPLAY_MARK))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text.
    throw invalid('body', 'JSON')
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(path: string, rule: string): OutboxError {
  return new OutboxError('INVALID_EVENT', `Expected \`${path}\` of the message to be ${rule}`, { path })
}
