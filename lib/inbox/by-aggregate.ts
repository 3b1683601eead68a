import type { Delivery } from './delivery.js'
import { inOrder } from './in-order.js'
import type { Message } from './read-message.js'

/**
 * The deliveries of a standard queue by aggregate, in the order of its history as far as the batch has it. What could not
 * be read is a group of its own.
 */
export function byAggregate(deliveries: readonly Delivery[]): Delivery[][] {
  const groups = new Map<string, (Delivery & { readonly message: Message })[]>()
  const alone: Delivery[][] = []
  for (const delivery of deliveries) {
    if (delivery.message === undefined) {
      alone.push([delivery])
      continue
    }
    const { aggregateType, aggregateId } = delivery.message.metadata
    const key = JSON.stringify([aggregateType, aggregateId])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [delivery])
    else group.push(delivery)
  }
  const sorted = [...groups.values()].map((group) => inOrder(group, ({ message }) => message.metadata))
  return [...alone, ...sorted]
}
