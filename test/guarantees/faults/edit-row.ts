import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { OutboxCloud } from '../outbox-cloud.js'

export interface EditedKey {
  readonly aggregateId: string
  readonly eventId: string
}

/** As a person in the console: sets attributes of a row, and removes those that are given as undefined. */
export async function editRow(
  { documents, tableName }: Pick<OutboxCloud, 'documents' | 'tableName'>,
  { aggregateId, eventId }: EditedKey,
  attributes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entries = Object.entries(attributes)
  const place = (part: (typeof entries)[number]): string => `${entries.indexOf(part)}`
  const set = entries.filter(([, value]) => value !== undefined)
  const removed = entries.filter(([, value]) => value === undefined)
  const clauses = [
    ...(set.length === 0 ? [] : [`SET ${set.map((part) => `#${place(part)} = :${place(part)}`).join(', ')}`]),
    ...(removed.length === 0 ? [] : [`REMOVE ${removed.map((part) => `#${place(part)}`).join(', ')}`]),
  ]
  await documents.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `OUTBOX#Thing#${aggregateId}`, sk: eventId },
      UpdateExpression: clauses.join(' '),
      ExpressionAttributeNames: Object.fromEntries(entries.map((part) => [`#${place(part)}`, part[0]])),
      ...(set.length === 0
        ? {}
        : { ExpressionAttributeValues: Object.fromEntries(set.map((part) => [`:${place(part)}`, part[1]])) }),
    }),
  )
}
