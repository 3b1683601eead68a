import { isRecord, type JsonRecord } from '../record.js'

/** Bytes that a list or a map takes beside what is in it. */
const CONTAINER_BYTES = 3

/**
 * The size of an item, or of some of its attributes, in bytes: what DynamoDB bills by.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(item: JsonRecord): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  )
}

function valueBytes(typed: unknown): number {
  if (!isRecord(typed)) return 0
  const [[type, value] = []] = Object.entries(typed)
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(value))
    case 'N':
      return numberBytes(String(value))
    case 'B':
      return Buffer.byteLength(String(value), 'base64')
    case 'SS':
    case 'NS':
    case 'BS':
      return listed(value).reduce((sum: number, one) => sum + valueBytes({ [type.slice(0, 1)]: one }), 0)
    case 'L':
      return listed(value).reduce((sum: number, one) => sum + 1 + valueBytes(one), CONTAINER_BYTES)
    case 'M':
      return isRecord(value)
        ? CONTAINER_BYTES + Object.keys(value).length + itemBytes(value)
        : CONTAINER_BYTES
    default:
      // BOOL and NULL.
      return 1
  }
}

/** About one byte for two significant digits, and one more. */
function numberBytes(number: string): number {
  const digits = number
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (number.startsWith('-') ? 1 : 0)
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
