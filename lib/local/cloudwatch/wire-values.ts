import { isRecord, type JsonRecord } from '../record.js'

/** Members of CloudWatch's requests that are no text, for the query protocol, in which everything is. */
const TIMES: ReadonlySet<string> = new Set(['StartTime', 'EndTime', 'Timestamp'])
const NUMBERS: ReadonlySet<string> = new Set([
  'MaxDatapoints',
  'MaxRecords',
  'Maximum',
  'Minimum',
  'Period',
  'SampleCount',
  'StorageResolution',
  'Sum',
  'Value',
])
/** Lists of numbers; `Values` of other operations are not. */
const NUMBER_LISTS: ReadonlySet<string> = new Set(['Counts', 'Values'])
const BOOLEANS: ReadonlySet<string> = new Set(['IncludeLinkedAccounts', 'ReturnData'])
/** A dimension's value is text, whatever it looks like. */
const UNTOUCHED: ReadonlySet<string> = new Set(['Dimensions'])

/** The input in the form of the JSON protocol, whichever it came in. */
export function jsonInput(input: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, jsonValue(name, value)]))
}

function jsonValue(name: string, value: unknown): unknown {
  if (UNTOUCHED.has(name)) return value
  if (Array.isArray(value)) {
    return value.map((element) => (NUMBER_LISTS.has(name) ? Number(element) : jsonValue('', element)))
  }
  if (isRecord(value)) return jsonInput(value)
  if (typeof value !== 'string') return value
  if (TIMES.has(name)) return secondsOf(value)
  if (NUMBERS.has(name)) return Number(value)
  return BOOLEANS.has(name) ? value === 'true' : value
}

/** `2026-01-01T00:00:00Z`, or seconds since the epoch; unreadable text stays for the reader to refuse. */
function secondsOf(text: string): unknown {
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000
  return Number.isNaN(time) ? text : time
}
