import type { GatewayResponse } from '../gateway/gateway-message.js'
import { isRecord, type JsonRecord } from '../record.js'

/** Tells the gateway what a call consumed: JSON `{ readUnits, writeUnits }`. It never reaches a client. */
export const CONSUMED_CAPACITY_HEADER = 'x-local-consumed-capacity'

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
      const told = { [CONSUMED_CAPACITY_HEADER]: JSON.stringify(units(consumed, isRead)) }
      return { ...response, headers: { ...others, ...told }, body }
    },
  }
}

function isSelect({ Statement: statement, Statements: statements }: JsonRecord): boolean {
  const [first] = Array.isArray(statements) ? statements : []
  const text = statement ?? (isRecord(first) ? first['Statement'] : undefined)
  return typeof text === 'string' && /^\s*SELECT\s/i.test(text)
}

/** A transaction that was made before costs reads: then the engine says which units they are. */
function units(
  consumed: unknown,
  isRead: boolean,
): { readonly readUnits: number; readonly writeUnits: number } {
  let [readUnits, writeUnits] = [0, 0]
  for (const one of [consumed].flat().filter(isRecord)) {
    const total = Number(one['CapacityUnits'] ?? 0)
    const reads = one['ReadCapacityUnits']
    const areReads = isRead || (reads !== undefined && one['WriteCapacityUnits'] === undefined)
    if (areReads) readUnits += total
    else writeUnits += total
  }
  return { readUnits, writeUnits }
}
