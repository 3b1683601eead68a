import type { ArchivedEvent } from '../archive/archived-event.js'
import { isPlainObject } from '../event/is-plain-object.js'

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

const TEXTS = ['eventId', 'eventType', 'source', 'aggregateType', 'aggregateId', 'detail'] as const
const TIMES = ['occurredAt', 'publishedAt'] as const

/** A BOM would be a part of the bytes, so it is none of the decoder's business. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What is wrong with a line; holds nothing of it. */
export interface LineFault {
  readonly reason: string
}

/** A line of the archive, or what is wrong with it. */
export function readArchivedEvent(line: Uint8Array): ArchivedEvent | LineFault {
  const members = json(line)
  if (!isPlainObject(members)) return { reason: 'it is no JSON object in UTF-8' }
  if (isArchivedEvent(members)) return members
  const name = [...TEXTS, ...TIMES].find((candidate) => !isSound(members, candidate))
  return {
    reason:
      name === undefined
        ? '`detail` is not the text of a JSON object'
        : `\`${name}\` is ${TIMES.some((time) => time === name) ? 'no ISO 8601 time in UTC' : 'no text, or empty'}`,
  }
}

export function isLineFault(value: ArchivedEvent | LineFault): value is LineFault {
  return 'reason' in value
}

function isArchivedEvent(value: Readonly<Record<string, unknown>>): value is ArchivedEvent & typeof value {
  return [...TEXTS, ...TIMES].every((name) => isSound(value, name)) && isDetail(value['detail'])
}

function isSound(members: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = members[name]
  if (typeof value !== 'string' || value === '') return false
  return !TIMES.some((time) => time === name) || (ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)))
}

function isDetail(detail: unknown): boolean {
  return typeof detail === 'string' && isPlainObject(parsed(detail))
}

function json(line: Uint8Array): unknown {
  try {
    return parsed(decoder.decode(line))
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the payload.
    return undefined
  }
}
