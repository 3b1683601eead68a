import { isPlainObject } from '../event/is-plain-object.js'
import type { ReplayRecord } from './replay-record.js'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isCount: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const oneOf =
  (...texts: readonly string[]): Check =>
  (value) =>
    texts.some((text) => text === value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const shaped =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isPlainObject(value) && Object.entries(members).every(([name, check]) => check(value[name]))

const isPlan = shaped({
  from: oneOf('rows', 'archive', 'both', 'event-bridge'),
  filters: shaped({
    since: optional(isTime),
    until: optional(isTime),
    eventTypes: optional(isTexts),
    aggregate: optional(shaped({ aggregateType: isText, aggregateId: isText })),
    context: optional((value) => isPlainObject(value) && Object.values(value).every(isText)),
    eventId: optional(isText),
  }),
  archive: optional(isText),
  waiting: optional(shaped({ asOf: isTime, region: isText })),
  eventBusArn: isText,
  consumer: optional(shaped({ name: isText, stack: isText, queueUrl: optional(isText) })),
  rate: optional((value) => isCount(value) && Number(value) > 0),
  skipMalformed: isFlag,
  skipDenied: optional(isFlag),
  skipFailing: optional(isFlag),
  counted: optional(shaped({ events: isCount, last: isText })),
})

const isProgress = shaped({
  position: optional(isText),
  reached: optional(isText),
  sent: isCount,
  failed: isCount,
  denied: optional(isCount),
  taken: optional(isTexts),
  malformed: isCount,
  duplicates: isCount,
  unpublished: isCount,
})

const isFailedEvent = shaped({ eventId: isText, eventType: isText, errorCode: isText, errorMessage: isText })

const isRecord = shaped({
  id: isText,
  outbox: isText,
  by: isText,
  resumedBy: optional(isText),
  startedAt: isText,
  updatedAt: isTime,
  state: oneOf('running', 'interrupted', 'done', 'failed'),
  run: isText,
  plan: isPlan,
  progress: isProgress,
  isStarted: optional(isFlag),
  failedEvents: (value) => Array.isArray(value) && value.every(isFailedEvent),
  reason: optional(isText),
})

/** Whether it is a record as it was written: people edit items, and whoever resumes it does what stands there. */
export function isReplayRecord(value: unknown): value is ReplayRecord {
  return isRecord(value)
}
