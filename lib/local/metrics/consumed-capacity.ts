import { CONSUMED_CAPACITY_HEADER } from '../dynamodb/capacity-question.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import type { ConsumedCapacity } from '../spy-log.js'

export interface CallCapacity extends ConsumedCapacity {
  /** By the table's name. */
  readonly tables: Readonly<Record<string, ConsumedCapacity>>
}

/**
 * Without the private header of the DynamoDB backend; and what it said: JSON with `readUnits` and `writeUnits`, and the
 * same by table in `tables` when there are several.
 */
export function takeConsumedCapacity(response: GatewayResponse): {
  readonly response: GatewayResponse
  readonly told: string | undefined
} {
  const { [CONSUMED_CAPACITY_HEADER]: told, ...headers } = response.headers
  return told === undefined ? { response, told } : { response: { ...response, headers }, told }
}

/** From the private header, else from the answer when the caller asked with `ReturnConsumedCapacity`. */
export function callCapacity(
  call: Pick<ApiCall, 'service' | 'operation' | 'input'>,
  response: GatewayResponse,
  told: string | undefined,
): CallCapacity | undefined {
  if (told !== undefined) return fromHeader(told)
  const { service, operation, input } = call
  const asked = input['ReturnConsumedCapacity'] ?? 'NONE'
  if (service !== 'dynamodb' || asked === 'NONE' || response.statusCode >= 400) return undefined
  const body = parsed(response.body.toString('utf8'))
  const consumed = isRecord(body) ? body['ConsumedCapacity'] : undefined
  const entries = (Array.isArray(consumed) ? consumed : [consumed]).filter(isRecord)
  return entries.length === 0 ? undefined : summed(entries, reads(operation, input))
}

function fromHeader(told: string): CallCapacity | undefined {
  const value = parsed(told)
  if (!isRecord(value)) return undefined
  const tables = isRecord(value['tables']) ? value['tables'] : {}
  return {
    ...units(value),
    tables: Object.fromEntries(
      Object.entries(tables).flatMap(([name, cost]) => (isRecord(cost) ? [[name, units(cost)]] : [])),
    ),
  }
}

function summed(entries: readonly JsonRecord[], isRead: boolean): CallCapacity {
  let readUnits = 0
  let writeUnits = 0
  const tables: Record<string, ConsumedCapacity> = {}
  for (const entry of entries) {
    const all = number(entry['CapacityUnits']) ?? 0
    // Transactions say which units they are.
    const [reads, writes] = [number(entry['ReadCapacityUnits']), number(entry['WriteCapacityUnits'])]
    const isSum = reads === undefined && writes === undefined
    const read = isSum && isRead ? all : (reads ?? 0)
    const write = isSum && !isRead ? all : (writes ?? 0)
    readUnits += read
    writeUnits += write
    const table = String(entry['TableName'] ?? '')
    const before = tables[table] ?? {}
    tables[table] = nonZero((before.readUnits ?? 0) + read, (before.writeUnits ?? 0) + write)
  }
  return { ...nonZero(readUnits, writeUnits), tables }
}

const READS: ReadonlySet<string> = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])

function reads(operation: string, input: JsonRecord): boolean {
  if (READS.has(operation)) return true
  const { Statement: single, Statements: batch, TransactStatements: transaction } = input
  const [first] = Array.isArray(batch) ? batch : Array.isArray(transaction) ? transaction : []
  const statement = single ?? (isRecord(first) ? first['Statement'] : undefined)
  return typeof statement === 'string' && /^\s*select\b/i.test(statement)
}

function units(cost: JsonRecord): ConsumedCapacity {
  const readUnits = number(cost['readUnits'])
  const writeUnits = number(cost['writeUnits'])
  return { ...(readUnits !== undefined && { readUnits }), ...(writeUnits !== undefined && { writeUnits }) }
}

function nonZero(readUnits: number, writeUnits: number): ConsumedCapacity {
  return { ...(readUnits > 0 && { readUnits }), ...(writeUnits > 0 && { writeUnits }) }
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
