import type { Ledger, LocalCloud } from 'serverless-outbox/local'
import { METRIC } from '../../lib/telemetry.js'
import type { HandmadeEvent } from './handmade-event.js'
import type { OrdersClient } from './orders-client.js'
import type { Progress } from './progress.js'

export interface OutageStage {
  readonly cloud: LocalCloud
  readonly ledger: Ledger
  readonly client: OrdersClient
  readonly handmade: HandmadeEvent
  readonly progress: Progress
}

/** Minutes of the cloud's time. */
const OUTAGE = 10
/** After so long whatever is missing will not come. */
const PATIENCE = 60

const CONCURRENT_CALLERS = 8

/**
 * EventBridge is down while orders go on: half of them at once, half in the middle. The payment of the last one is
 * entered by hand, with a slip. Gives how many events were committed meanwhile.
 */
export async function runOutage(
  { cloud, ledger, client, handmade, progress }: OutageStage,
  orders: number,
): Promise<number> {
  const before = ledger.balance()
  progress.tell(
    `\nEventBridge goes down, for ${OUTAGE} minutes of the cloud's time. Orders must go on all the same:`,
  )
  progress.tell('an event waits in the table, where it was written together with its order.')
  const end = cloud.faults.outage('events')
  const first = cloud.clock.now()
  const order = async (index: number): Promise<void> => {
    const orderId = await client.place()
    if (index < orders - 1) await client.pay(orderId)
    else await handmade.enter(orderId)
  }
  const half = Math.ceil(orders / 2)
  await progress.each('  Orders while it is down', half, CONCURRENT_CALLERS, order)
  await cloud.clock.advance(`${OUTAGE / 2}m`)
  await progress.each('  Some more', orders - half, CONCURRENT_CALLERS, (index) => order(half + index))
  await cloud.clock.advance(`${OUTAGE / 2}m`)

  const { acknowledged, arrived } = ledger.balance()
  const committed = acknowledged - before.acknowledged
  progress.tell(
    `  All were answered with success: ${committed} events are committed, ${arrived - before.arrived} have come through.`,
  )
  const age = minutes(cloud.clock.now() - first)
  progress.tell(
    `  The oldest waits ${age}. The metric ${METRIC.oldestPendingAge} says ${await pendingAge(cloud)}: put the alarm there.`,
  )
  end()
  return committed
}

/** Time passes until all but so many events have arrived. */
export async function drain({ cloud, ledger, progress }: OutageStage, but: number): Promise<void> {
  const missing = (): number => ledger.balance().lost.length - but
  let waited = 0
  for (; waited < PATIENCE && missing() > 0; waited += 1) await cloud.clock.advance('1m')
  progress.tell(
    missing() > 0
      ? `EventBridge is back, but after ${waited} min ${missing()} events have not arrived.`
      : `EventBridge is back. ${waited} min later every event of that time has arrived, but for one: see below.`,
  )
}

/** As the sweeper told CloudWatch last. */
async function pendingAge(cloud: LocalCloud): Promise<string> {
  const points = await cloud.metrics({ name: METRIC.oldestPendingAge })
  const latest = [...points].sort((a, b) => a.at.getTime() - b.at.getTime()).at(-1)
  return latest === undefined ? 'nothing' : minutes(latest.value * 1_000)
}

function minutes(milliseconds: number): string {
  return `${Math.round(milliseconds / 60_000)} min`
}
