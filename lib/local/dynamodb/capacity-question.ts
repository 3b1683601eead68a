import type { GatewayResponse } from '../gateway/gateway-message.js'
import { isRecord, type JsonRecord } from '../record.js'

/** Tells the gateway what a call consumed: `CallCapacity` in JSON. It never reaches a client. */
export const CONSUMED_CAPACITY_HEADER = 'x-local-consumed-capacity'

interface Units {
  readonly readUnits: number
  readonly writeUnits: number
}

/** What a call consumed, in capacity units. */
export interface CallCapacity extends Units {
  /** By the table's name. */
  readonly tables: Readonly<Record<string, Units>>
}

export interface CapacityQuestion {
  /** What to ask the engine for; undefined: what the caller asked for, or nothing. */
  readonly asked: 'TOTAL' | undefined
  /** The answer with the header, and in its body only what the caller asked for. */
  readonly told: (response: GatewayResponse) => GatewayResponse
}

const READS: ReadonlySet<string> = new Set(['BatchGetItem', 'GetItem', 'Query', 'Scan', 'TransactGetItems'])
const WRITES: ReadonlySet<string> = new Set([
  'BatchExecuteStatement',
  'BatchWriteItem',
  'DeleteItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'PutItem',
  'TransactWriteItems',
  'UpdateItem',
])

/** Every call's capacity is recorded, whether or not its caller wants to know it. */
export function capacityQuestion(operation: string, input: JsonRecord): CapacityQuestion {
  const isRead = READS.has(operation) || isSelect(input)
  if (!isRead && !WRITES.has(operation)) return { asked: undefined, told: (response) => response }
  const { ReturnConsumedCapacity: wanted } = input
  const isWanted = wanted === 'TOTAL' || wanted === 'INDEXES'
  // What is not valid is left to the engine to refuse.
  const asked = wanted === undefined || wanted === 'NONE' ? 'TOTAL' : undefined
  return {
    asked,
    told: (response) => {
      if (response.statusCode !== 200 || (asked === undefined && !isWanted)) return response
      const output: unknown = JSON.parse(response.body.toString('utf8'))
      if (!isRecord(output) || output['ConsumedCapacity'] === undefined) return response
      const { ConsumedCapacity: consumed, ...rest } = output
      // The engine's checksum is that of its own bytes.
      const { 'x-amz-crc32': _checksum, ...others } = response.headers
      const body = isWanted ? response.body : Buffer.from(JSON.stringify(rest))
      const told = { [CONSUMED_CAPACITY_HEADER]: JSON.stringify(capacityOf(consumed, isRead)) }
      return { ...response, headers: { ...others, ...told }, body }
    },
  }
}

function isSelect(input: JsonRecord): boolean {
  const { Statement: single, Statements: batch, TransactStatements: transaction } = input
  const [first] = [batch ?? transaction].flat().filter(isRecord)
  const text = single ?? first?.['Statement']
  return typeof text === 'string' && /^\s*SELECT\s/i.test(text)
}

function capacityOf(consumed: unknown, isRead: boolean): CallCapacity {
  let total: Units = { readUnits: 0, writeUnits: 0 }
  const tables = new Map<string, Units>()
  for (const entry of [consumed].flat().filter(isRecord)) {
    const cost = unitsOf(entry, isRead)
    const name = String(entry['TableName'])
    total = sum(total, cost)
    tables.set(name, sum(tables.get(name), cost))
  }
  return { ...total, tables: Object.fromEntries(tables) }
}

/** A transaction that was made before costs reads: then the engine says which units they are. */
function unitsOf(entry: JsonRecord, isRead: boolean): Units {
  const { CapacityUnits: all, ReadCapacityUnits: reads, WriteCapacityUnits: writes } = entry
  if (reads !== undefined || writes !== undefined)
    return { readUnits: Number(reads ?? 0), writeUnits: Number(writes ?? 0) }
  const units = Number(all ?? 0)
  return isRead ? { readUnits: units, writeUnits: 0 } : { readUnits: 0, writeUnits: units }
}

function sum(one: Units = { readUnits: 0, writeUnits: 0 }, other: Units): Units {
  return { readUnits: one.readUnits + other.readUnits, writeUnits: one.writeUnits + other.writeUnits }
}
