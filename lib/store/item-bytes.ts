import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/**
 * The size of an item as DynamoDB counts it, attribute names included; numbers are rounded up, so the result is
 * never too small.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(item: Readonly<Record<string, AttributeValue>>): number {
  let bytes = 0
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + valueBytes(value)
  return bytes
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return numberBytes(value.N)
  if (value.B !== undefined) return value.B.byteLength
  if (value.BOOL !== undefined || value.NULL !== undefined) return 1
  if (value.SS !== undefined) return sum(value.SS, (text) => Buffer.byteLength(text))
  if (value.NS !== undefined) return sum(value.NS, numberBytes)
  if (value.BS !== undefined) return sum(value.BS, (binary) => binary.byteLength)
  if (value.L !== undefined) return 3 + sum(value.L, (entry) => 1 + valueBytes(entry))
  if (value.M !== undefined)
    return (
      3 + sum(Object.entries(value.M), ([name, entry]) => 1 + Buffer.byteLength(name) + valueBytes(entry))
    )
  return 0
}

/** "Approximately 1 byte per two significant digits plus 1 byte"; leading and trailing zeros may not count. */
function numberBytes(text: string): number {
  return Math.ceil(text.replace(/[^0-9]/g, '').length / 2) + (text.startsWith('-') ? 2 : 1)
}

function sum<T>(values: readonly T[], bytesOf: (value: T) => number): number {
  let bytes = 0
  for (const value of values) bytes += bytesOf(value)
  return bytes
}
