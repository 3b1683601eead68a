import pMap from 'p-map'
import type { LocalCloud } from 'serverless-outbox/local'
import { FUNCTIONS } from './chaos-stack.js'
import type { handler, WriteOrder, Written } from './writer.js'

const CONCURRENT_ACCOUNTS = 8

/** JSON has no undefined. */
type Answer = NonNullable<Awaited<ReturnType<typeof handler>>> | null

/** Which of the writer's calls commits: the first one reads the account. */
const COMMIT = 2

/** Invokes the writer. */
export class Writers {
  readonly #cloud: LocalCloud
  #crashes = 0

  constructor(cloud: LocalCloud) {
    this.#cloud = cloud
    const writer = cloud.logicalId(FUNCTIONS.writer)
    cloud.listen({
      onFault: ({ kind, caller }) => {
        if (kind === 'crash' && caller.name === writer) this.#crashes += 1
      },
    })
  }

  /** One invocation dies around its commit; gives what calls it off. */
  crash(when: 'before' | 'after'): () => void {
    return this.#cloud.faults.crash(FUNCTIONS.writer, { call: COMMIT, when })
  }

  /**
   * Gives what the writer tells of special rows. What a crash kept from being committed is not repeated.
   * @throws Error when a write fails by itself
   */
  async write(orders: readonly WriteOrder[]): Promise<Written[]> {
    const written = await pMap(byAccount(orders), (ofAccount) => this.#writeInTurn(ofAccount), {
      concurrency: CONCURRENT_ACCOUNTS,
    })
    return written.flat()
  }

  async #writeInTurn(orders: readonly WriteOrder[]): Promise<Written[]> {
    const written: Written[] = []
    for (const order of orders) {
      const result = await this.#cloud.invoke(FUNCTIONS.writer, order)
      if (result.kind === 'success') written.push(...rowsIn(result.payload as Answer))
      else if (this.#crashes > 0) this.#crashes -= 1
      else throw new Error(`The writer failed: ${result.errorType}: ${result.errorMessage}`)
    }
    return written
  }
}

function rowsIn(answer: Answer): readonly Written[] {
  return answer === null ? [] : [answer]
}

/** Transactions of one account at once would be in each other's way. */
function byAccount(orders: readonly WriteOrder[]): WriteOrder[][] {
  const groups = new Map<string, WriteOrder[]>()
  for (const order of orders) {
    const group = groups.get(order.aggregateId)
    if (group === undefined) groups.set(order.aggregateId, [order])
    else group.push(order)
  }
  return [...groups.values()]
}
