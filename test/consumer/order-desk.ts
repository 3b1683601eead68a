import { type ConsumedEvent, createConsumer, on } from 'serverless-outbox'
import { thingHappened } from '../guarantees/thing-happened.js'

type Transaction = Parameters<NonNullable<Parameters<typeof on>[1]>>[1]

/** Appends to the history of each thing what it was told, in one transaction with the inbox. */
const append = (
  { aggregateId, aggregateVersion = 0, data, order = 'first' }: ConsumedEvent,
  tx: Transaction,
): void => {
  const { text } = data as { readonly text: string }
  if (text === 'fails') throw new Error('This one always fails')
  tx.update({
    Key: { pk: `HISTORY#${aggregateId}` },
    UpdateExpression: 'SET history = list_append(if_not_exists(history, :none), :one)',
    ExpressionAttributeValues: { ':none': [], ':one': [`${aggregateVersion} ${order}`] },
  })
}

const common = { inbox: { effects: 'transaction' }, events: [on(thingHappened, append)] } as const

export const handler =
  process.env['HOLDS'] === 'true'
    ? createConsumer({ ...common, allEventsOf: 'Thing', hold: { start: 'first' } })
    : createConsumer(common)
