import { Outbox } from 'serverless-outbox'
import { thingHappened } from '../thing-happened.js'

/** One event of a transaction. */
export interface Writing {
  readonly aggregateId: string
  readonly aggregateVersion?: number
  readonly text: string
  /** Milliseconds from now. @default - at once */
  readonly availableIn?: number
  /** Its detail gets this in front, and is no JSON any more, until somebody takes it away. */
  readonly brokenBy?: string
}

const outbox = Outbox.fromEnvironment()

/** A service that does nothing but write events: those of one invocation in one transaction. */
export async function handler(writings: readonly Writing[]): Promise<void> {
  const broken = new Map<string, string>()
  const events = writings.map(({ aggregateId, aggregateVersion, availableIn, brokenBy, text }) => {
    const event = thingHappened.create({
      aggregateId,
      data: { text },
      ...(availableIn === undefined
        ? { aggregateVersion }
        : { availableAt: new Date(Date.now() + availableIn) }),
    })
    if (brokenBy !== undefined) broken.set(event.eventId, brokenBy)
    return event
  })
  const items = await outbox
    .batch()
    .add(...events)
    .items()
  await outbox.transact((tx) => {
    for (const { Put } of items) {
      const { Item: row = {} } = Put
      const prefix = broken.get(String(row['sk'])) ?? ''
      tx.put({ Item: { ...row, obDetail: `${prefix}${row['obDetail']}` } })
    }
  })
}
