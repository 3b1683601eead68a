import { Ledger, LocalCloud } from 'serverless-outbox/local'
import { simulatedAuthoriser } from '../../test/local/iam/simulated-authoriser.js'
import { ConsumerWatch } from './consumer-watch.js'
import { OrdersClient } from './orders-client.js'
import { Progress } from './progress.js'
import { type DemoResult, printTable } from './report.js'

export interface DemoOptions {
  readonly orders: number
  /** Prints the result as one JSON object on the last line. */
  readonly json: boolean
}

const CONCURRENT_CALLERS = 8

/** How long to wait for the last event. Milliseconds. */
const PATIENCE = 60_000

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
  try {
    const outputs = cloud.outputs['Orders'] ?? {}
    const ledger = new Ledger(cloud, outputs['ShippingQueueUrl'] ?? '')
    const consumer = new ConsumerWatch(cloud)
    const client = new OrdersClient(outputs['OrdersUrl'] ?? '', ledger)

    const ids = await progress.each('Placing orders', orders, CONCURRENT_CALLERS, () => client.place())
    await progress.each('Paying orders', orders, CONCURRENT_CALLERS, (index) => client.pay(ids[index] ?? ''))
    progress.say('Waiting until shipping has them all')
    // What does not come is what the demo is about: it is counted and told below.
    await consumer.complete(ledger, { timeoutMs: PATIENCE }).catch(progress.complain)

    const result = await consumer.result(ledger, outputs)
    if (json) console.log(JSON.stringify(result))
    else printTable(result)
    return passed(result, orders)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    process.off('SIGINT', stopOnSignal)
    process.off('SIGTERM', stopOnSignal)
    await cloud.stop()
  }
}

/** Two events per order were promised, and each of them must have come, unchanged, and nothing else. */
function passed(result: DemoResult, orders: number): boolean {
  return (
    result.committed === 2 * orders &&
    result.lost === 0 &&
    result.phantom === 0 &&
    result.altered === 0 &&
    result.consumed === result.committed
  )
}
