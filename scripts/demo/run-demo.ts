import { Ledger, LocalCloud } from 'serverless-outbox/local'
import { simulatedAuthoriser } from '../../test/local/iam/simulated-authoriser.js'
import { ConsumerWatch } from './consumer-watch.js'
import { runDeadLetter } from './dead-letter-stage.js'
import { runDuplicates } from './duplicates-stage.js'
import { HandmadeEvent } from './handmade-event.js'
import { MessageCopies } from './message-copies.js'
import { Operator, type OutboxOutputs } from './operator.js'
import { OrdersClient } from './orders-client.js'
import { drain, runOutage } from './outage-stage.js'
import { Progress } from './progress.js'
import { type DemoResult, deadLetterText, printTable } from './report.js'

export interface DemoOptions {
  readonly orders: number
  /** Prints the result as one JSON object on the last line. */
  readonly json: boolean
}

const CONCURRENT_CALLERS = 8

/** How long to wait for the last event. Milliseconds. */
const PATIENCE = 60_000

const MOST_DURING_OUTAGE = 20
const HANDMADE_EVENTS = 1

/** True when nothing is lost. */
export async function runDemo({ orders, json }: DemoOptions): Promise<boolean> {
  const progress = new Progress()
  progress.say('Starting the local cloud from cdk.out')
  const cloud = await LocalCloud.start({ assembly: 'cdk.out', authoriser: simulatedAuthoriser() })
  const stopOnSignal = (): void => {
    void cloud.stop().finally(() => process.exit(130))
  }
  process.once('SIGINT', stopOnSignal)
  process.once('SIGTERM', stopOnSignal)
  const outputs = cloud.outputs['Orders'] ?? {}
  // Outputs of CloudFormation are texts by name; the stack says which.
  const operator = new Operator(cloud, outputs as unknown as OutboxOutputs)
  try {
    const ledger = new Ledger(cloud, outputs['AuditQueueUrl'] ?? '')
    const consumer = new ConsumerWatch(cloud, outputs['DeadLetterQueueUrl'] ?? '')
    const client = new OrdersClient(outputs['OrdersUrl'] ?? '', ledger)
    const copies = new MessageCopies(cloud, [
      outputs['ShippingQueueUrl'] ?? '',
      outputs['NotificationsQueueUrl'] ?? '',
    ])
    const handmade = new HandmadeEvent(operator, ledger, cloud.clock)

    const late = ordersDuringOutage(orders)
    const ids = await progress.each('Placing orders', orders - late, CONCURRENT_CALLERS, () => client.place())
    await progress.each('Paying orders', ids.length, CONCURRENT_CALLERS, (index) =>
      client.pay(ids[index] ?? ''),
    )
    if (ids.length > 0) {
      progress.say('Waiting until audit has them all')
      // What does not come is what the demo is about: it is counted and told below.
      await consumer.complete(ledger, { timeoutMs: PATIENCE }).catch(progress.complain)
    }
    const latencyMs = consumer.latency()

    const outage = { cloud, ledger, client, handmade, progress }
    const duringOutage = await runOutage(outage, late)
    await drain(outage, HANDMADE_EVENTS)
    // A program reads the output, then the story has to go where the rest of it is.
    const show = (body: string): void => (json ? progress.tell : console.log)(deadLetterText(body))
    const redriven = await runDeadLetter({ cloud, operator, handmade, progress, show })
    const effects = await runDuplicates({ cloud, operator, copies, progress, outputs })

    const consumed = await operator.count(outputs['AuditTableName'] ?? '', 'EVENT#')
    const result = consumer.result(ledger, consumed, { latencyMs, duringOutage, redriven, ...effects })
    if (json) console.log(JSON.stringify(result))
    else printTable(result)
    return passed(result, orders)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    process.off('SIGINT', stopOnSignal)
    process.off('SIGTERM', stopOnSignal)
    operator.close()
    await cloud.stop()
  }
}

/** So many of the orders come while EventBridge is down. */
function ordersDuringOutage(orders: number): number {
  return Math.min(MOST_DURING_OUTAGE, Math.ceil(orders / 5))
}

/** Two events per order were promised: each of them must have come, unchanged, and nothing else; each had one effect. */
function passed(result: DemoResult, orders: number): boolean {
  return (
    result.committed === 2 * orders &&
    result.lost === 0 &&
    result.phantom === 0 &&
    result.altered === 0 &&
    result.consumed === result.committed &&
    result.shipped === orders &&
    result.mailed === orders &&
    result.deadLettered === HANDMADE_EVENTS &&
    result.redriven === HANDMADE_EVENTS
  )
}
