import { isRecord, type JsonRecord } from '../record.js'

/** One change of one item, with both images, in the JSON of DynamoDB's wire protocol. */
export interface ItemChange {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly keys: JsonRecord
  readonly newImage?: JsonRecord
  readonly oldImage?: JsonRecord
  /** The item was expired, and DynamoDB itself deleted it. */
  readonly byTimeToLive?: boolean
}

/** A record of the engine's own stream; undefined for a write that changed nothing: DynamoDB writes no record then. */
export function itemChange(record: unknown): ItemChange | undefined {
  const { eventName, dynamodb } = isRecord(record) ? record : {}
  if (!isRecord(dynamodb) || !isRecord(dynamodb['Keys'])) return undefined
  if (eventName !== 'INSERT' && eventName !== 'MODIFY' && eventName !== 'REMOVE') return undefined
  const { Keys: keys, NewImage: newImage, OldImage: oldImage } = dynamodb
  if (eventName === 'MODIFY' && canonical(newImage) === canonical(oldImage)) return undefined
  return {
    eventName,
    keys,
    ...(isRecord(newImage) ? { newImage } : {}),
    ...(isRecord(oldImage) ? { oldImage } : {}),
  }
}

/** The same text for the same item: its attributes have no order. */
export function itemKey(keys: JsonRecord): string {
  return canonical(keys)
}

/** An object's members sorted, and so are those of every object in it. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isRecord(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member,
    ) ?? ''
  )
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
