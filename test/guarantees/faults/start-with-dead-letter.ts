import type { OutboxEvent } from 'serverless-outbox'
import type { TransactionalOutboxProps } from 'serverless-outbox/cdk'
import type { LocalCloudOptions } from 'serverless-outbox/local'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'
import { editRow } from './edit-row.js'

export interface DeadLetterCloud extends OutboxCloud {
  readonly event: OutboxEvent
  /** Puts the detail back as it was committed. */
  readonly mend: () => Promise<void>
}

/** A cloud with one dead letter, whose row somebody broke before the relay saw it, and whose notice is out. */
export async function startWithDeadLetter(
  props?: () => TransactionalOutboxProps,
  local?: Omit<LocalCloudOptions, 'assembly'>,
  before: (fixture: OutboxCloud) => void = () => undefined,
): Promise<DeadLetterCloud> {
  const fixture = await startOutboxCloud(props, {}, local)
  const { cloud, outbox, ledger } = fixture
  before(fixture)
  const event = thingHappened.create({ aggregateId: 'dead', data: { text: 'whole, ünïcode 🚚' } })
  const [item] = await outbox.batch().add(event).items()
  const { Item: row = {} } = item?.Put ?? {}
  await outbox.transact((tx) => tx.put({ Item: { ...row, obDetail: 'broken' } }))
  ledger.acknowledge(event.eventId)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).some(({ obShard }) => String(obShard).startsWith('D#')),
  )
  return { ...fixture, event, mend: () => editRow(fixture, event, { obDetail: row['obDetail'] }) }
}
