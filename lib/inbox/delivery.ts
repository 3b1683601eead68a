import type { QueueRecord } from './invocation.js'
import type { Message } from './read-message.js'

/** A message of a queue, as far as it could be read. */
export type Delivery = { readonly record: QueueRecord } & (
  | { readonly message: Message }
  | { readonly message?: undefined; readonly error: unknown }
)
