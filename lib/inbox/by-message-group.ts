import type { Delivery } from './delivery.js'

/** The deliveries of a FIFO queue by message group, in the order in which SQS gave them. */
export function byMessageGroup(deliveries: readonly Delivery[]): Delivery[][] {
  const groups = new Map<string, Delivery[]>()
  for (const delivery of deliveries) {
    const key = delivery.record.attributes?.MessageGroupId ?? ''
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [delivery])
    else group.push(delivery)
  }
  return [...groups.values()]
}
