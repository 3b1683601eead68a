import type { CommittedEvent } from './observations.js'

// What requests and answers say on the wire. Attribute names are the documented layout of the table.

type Json = Readonly<Record<string, unknown>>
type AttributeValues = Readonly<Record<string, { readonly S?: string } | undefined>>

const PREFIX = 'OUTBOX#'

/** The events of a TransactWriteItems, by id. */
export function committedEvents({ TransactItems: items }: Json): (readonly [string, CommittedEvent])[] {
  return list(items).flatMap(({ Put }) => {
    const { pk, sk, obDetail, obSeq } = ((Put as Json | undefined)?.['Item'] ?? {}) as AttributeValues
    const aggregate = pk?.S
    const eventId = sk?.S
    if (aggregate?.startsWith(PREFIX) !== true || eventId === undefined) return []
    return [[eventId, { aggregate, detail: obDetail?.S ?? '', sequence: obSeq?.S }] as const]
  })
}

/** The ids of the entries that a PutEvents' answer says were taken; heartbeats have none. */
export function sentEvents({ Entries: entries }: Json, answer: Uint8Array): string[] {
  const results = list(parsed(answer)['Entries'])
  return list(entries).flatMap(({ Detail: detail }, index) => {
    const result = results[index]
    const eventId = result === undefined || 'ErrorCode' in result ? undefined : eventIdOf(String(detail))
    return eventId === undefined ? [] : [eventId]
  })
}

/** `detail` of an event, or the whole of what EventBridge sends. */
export function eventIdOf(text: string): string | undefined {
  const { detail, metadata } = parsed(text)
  const { eventId } = ((detail as Json | undefined)?.['metadata'] ?? metadata ?? {}) as Json
  return typeof eventId === 'string' ? eventId : undefined
}

/**
 * The events that a BatchExecuteStatement marks as published. With its answer: those of which the table took the mark, or
 * says that the row is published already.
 */
export function markedEvents({ Statements: statements }: Json, answer?: Uint8Array): string[] {
  const results = answer === undefined ? undefined : list(parsed(answer)['Responses'])
  return list(statements).flatMap(({ Statement: text, Parameters: parameters }, index) => {
    const [status, ...others] = list(parameters)
    if (!/ SET "obStatus"=\?/.test(String(text)) || status?.['S'] !== 'PUBLISHED') return []
    const code = (results?.[index]?.['Error'] as Json | undefined)?.['Code']
    if (results !== undefined && code !== undefined && code !== 'ConditionalCheckFailed') return []
    // The key: the partition, then the event's id.
    const partition = others.findIndex(({ S }) => String(S).startsWith(PREFIX))
    const eventId = others[partition + 1]?.['S']
    return partition < 0 || typeof eventId !== 'string' ? [] : [eventId]
  })
}

/** The event that a message of the dead-letter queue is about. */
export function noticedEvent(body: string): string | undefined {
  const { notice, event } = parsed(Buffer.from(body))
  const eventId = (event as Json | undefined)?.['eventId']
  return notice === 'outbox-dead-letter' && typeof eventId === 'string' ? eventId : undefined
}

function parsed(text: Uint8Array | string): Json {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
