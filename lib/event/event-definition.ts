import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { OutboxEvent } from './outbox-event.js'

/** What every event of a type has in common. Made by `defineEvent`. */
export interface EventDefinition<
  Type extends string = string,
  Schema extends StandardSchemaV1 = StandardSchemaV1,
> {
  readonly type: Type
  readonly version: number
  readonly aggregateType: string
  readonly schema: Schema
  readonly upcast?: Upcast
  /**
   * Makes an event: validates `data`, gives it its id and time, and freezes its bytes. It is published only by a
   * transaction that commits.
   *
   * @throws OutboxError INVALID_EVENT naming the path that is at fault
   */
  readonly create: (
    input: EventInput<StandardSchemaV1.InferInput<Schema>>,
  ) => OutboxEvent<Type, StandardSchemaV1.InferOutput<Schema>>
}

/** Turns the data of an older version into that of the next one. */
export type Upcast = (data: unknown, fromVersion: number) => unknown

/** What the definition's author states. */
export interface EventDefinitionOptions<Schema extends StandardSchemaV1> {
  /** Version of the data's shape: a whole number from 1, raised by every incompatible change. */
  readonly version: number
  /** The kind of thing that the event is about, for example `Order`. Not empty, no `#`. */
  readonly aggregateType: string
  /**
   * Shape of the data: any Standard Schema (zod, valibot, arktype, …) that validates synchronously. What it
   * returns is what is published. https://standardschema.dev
   */
  readonly schema: Schema
  /** How a consumer turns the data of older versions into this one. @default - older versions are refused */
  readonly upcast?: Upcast
  /**
   * Property names that must appear nowhere in the data, at any depth, in any case: `['password', 'iban']`.
   * @default - none
   */
  readonly denyFields?: readonly string[]
}

interface CommonInput<Data> {
  /** Which aggregate: not empty. With its type it is the partition key, at most 2,048 bytes together. */
  readonly aggregateId: string
  readonly data: Data
  /** What the whole chain of events belongs to. @default - that of the first event of the transaction, or its id */
  readonly correlationId?: string
  /** The event or command that caused this one. @default - none */
  readonly causationId?: string
  /** W3C trace context; a malformed one is dropped. @default - none https://www.w3.org/TR/trace-context/ */
  readonly traceparent?: string
  /** Small facts for consumers, such as the tenant; no secrets. @default - none */
  readonly context?: Readonly<Record<string, string>>
}

/**
 * What a caller says of one event. A version and a delay exclude each other: a delayed event would carry a
 * number that consumers must take for a gap.
 */
export type EventInput<Data> = CommonInput<Data> &
  (
    | {
        /** The aggregate's version after this change: a whole number from 0. @default - no order is claimed */
        readonly aggregateVersion?: number
        readonly availableAt?: never
      }
    | {
        readonly aggregateVersion?: never
        /** Not before this time; the sweeper publishes it within about a minute after. @default - at once */
        readonly availableAt?: Date
      }
  )
