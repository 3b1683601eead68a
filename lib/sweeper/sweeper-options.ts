import type { Archive } from '../archive/archive.js'
import type { Clock } from '../clock.js'
import type { DeadLetterQueue } from '../dead-letter/dead-letter-queue.js'
import type { Delivery } from '../delivery/delivery.js'
import type { BackoffTimes } from '../delivery/settlement.js'
import type { EventDestination } from '../destination/event-destination.js'
import type { OutboxStore } from '../store/outbox-store.js'
import type { OwnerIndex } from '../store/owner-index.js'
import type { TelemetrySink } from '../telemetry-sink.js'
import type { RelayMapping } from './relay-mapping.js'

export interface SweeperOptions {
  readonly store: OutboxStore
  readonly index: OwnerIndex
  /** With `followers: 'sent'`: one event must not stop the others of its aggregate for as long as it fails. */
  readonly delivery: Delivery
  readonly destination: EventDestination
  readonly deadLetterQueue: DeadLetterQueue
  readonly mapping: RelayMapping
  readonly telemetry: TelemetrySink
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly tableName: string
  /** Only rows of this Region are handled. */
  readonly region: string
  /** How long a PUBLISHED row is kept. Seconds. */
  readonly retentionSeconds: number
  /** Where what was published goes after that. @default - nowhere: the rows expire by TTL */
  readonly archive?: Archive
  /** How old a row of the relay must be before the sweeper takes it. Milliseconds. */
  readonly grace: number
  /** How long an invocation of the relay can last. Milliseconds. */
  readonly relayTimeout: number
  /** How long a claim lasts: longer than two sweeps. Milliseconds. */
  readonly lease: number
  /** From an event's first failure of its own to its end. Milliseconds. */
  readonly giveUpAfter: number
  readonly backoff: BackoffTimes
  /** Events per second. @default - as fast as it goes */
  readonly maxPublishRate?: number
}
