import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { Outbox } from '../../lib/outbox/outbox.js'
import { answeringClient } from './answering-client.js'
import { chance } from './chance.js'
import type { Environment } from './environment.js'
import { DOCUMENTS, type Table } from './table.js'

interface Visitor {
  readonly environment: Environment
  readonly table: Table
}

/**
 * An outbox of the write path at which one writer after the other takes place, of whatever world. Each outbox has a storage
 * that Node asks at every promise of the process, for ever; an outbox for each writer would make all slow.
 */
export class WriterDesk {
  readonly #outboxes = new Map<string, Outbox>()
  #visitor: Visitor | undefined

  /** The outbox, in the hands of this writer until the next one comes. */
  sit(environment: Environment, table: Table): Outbox {
    this.#visitor = { environment, table }
    const known = this.#outboxes.get(table.tableName)
    if (known !== undefined) return known
    const outbox = new Outbox({
      tableName: table.tableName,
      source: 'shop',
      client: answeringClient(DOCUMENTS, {
        TransactWriteCommand: (input: TransactWriteCommandInput) => {
          const { environment: own, table: ownTable } = this.#present()
          return ownTable.transact(own.line, input)
        },
      }),
      clock: {
        now: () => this.#present().environment.clock.now(),
        sleep: (milliseconds) => this.#present().environment.clock.sleep(milliseconds),
      },
      random: chance.next,
      traceHeader: () => 'Root=1-67f2a4b1-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1',
    })
    this.#outboxes.set(table.tableName, outbox)
    return outbox
  }

  #present(): Visitor {
    if (this.#visitor === undefined) throw new TypeError('Nobody writes')
    return this.#visitor
  }
}
