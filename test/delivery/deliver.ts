import type { Followers } from '../../lib/delivery/behind-failures.js'
import { Delivery, type DeliveryResult } from '../../lib/delivery/delivery.js'
import type { PendingRow } from '../../lib/delivery/pending-row.js'
import { FakeClock } from './fake-clock.js'
import { type Script, ScriptedDestination } from './scripted-destination.js'

export const CALL_TIMEOUT = 5_000

export interface Run extends DeliveryResult {
  readonly destination: ScriptedDestination
  readonly clock: FakeClock
  /** Each row's outcome by its event's id. */
  readonly kinds: Readonly<Record<string, string>>
}

export interface RunOptions {
  readonly strictOrder?: boolean
  readonly followers?: Followers
  /** Milliseconds from the start. */
  readonly retryFor?: number
  /** Milliseconds from the start. */
  readonly sendFor?: number
}

/** Delivers the rows to a destination that answers as the script says. */
export async function deliver(
  rows: readonly PendingRow[],
  script: Script,
  { strictOrder = false, followers, retryFor = 20_000, sendFor = 50_000 }: RunOptions = {},
): Promise<Run> {
  const clock = new FakeClock()
  const destination = new ScriptedDestination(clock, script)
  const delivery = new Delivery({
    destination,
    clock,
    random: () => 0.5,
    strictOrder,
    followers,
    callTimeout: CALL_TIMEOUT,
  })
  const start = clock.now()
  const result = await delivery.deliver(rows, {
    retryUntil: start + retryFor,
    sendUntil: start + sendFor,
  })
  const kinds = Object.fromEntries(
    [...result.outcomes].map(([row, { kind }]) => [row.identity.eventId, kind]),
  )
  return { ...result, destination, clock, kinds }
}
