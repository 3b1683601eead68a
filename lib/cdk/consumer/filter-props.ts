import type { ContentFilter } from './content-filter.js'

/**
 * What else an event must have to reach the consumer. All that is stated must hold. EventBridge filters before the
 * queue, so what does not match costs nothing.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export interface FilterProps {
  /**
   * Of `detail.metadata`: `{ aggregateVersion: [{ numeric: ['=', 1] }] }`. Its `context` is a property of its own.
   * @default - anything
   */
  readonly metadata?: Readonly<Record<string, readonly unknown[] | ContentFilter>> & {
    readonly context?: never
  }
  /**
   * Of `detail.metadata.context`: `{ tenant: ['acme'] }`.
   * @default - anything
   */
  readonly context?: ContentFilter
  /**
   * Of `detail.data`: `{ total: { currency: ['EUR'] } }`.
   * @default - anything
   */
  readonly data?: ContentFilter
}
