import { inspect } from 'node:util'
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { defineEvent, Outbox } from 'serverless-outbox'
import { expect, it } from 'vitest'
import { z } from 'zod'

// What loggers and Lambda's runtime print of an error: its enumerable members, and its cause. `details.issues` is
// kept out for that reason.
const printed = (error: unknown): string => inspect(error, { depth: 10 }) + JSON.stringify(error)

it('CONDITION_FAILED puts the item of the aggregate into no log', async () => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 's' } }),
  )
  mockClient(client)
    .on(TransactWriteCommand)
    .rejects(
      new TransactionCanceledException({
        message: 'Transaction cancelled',
        $metadata: {},
        CancellationReasons: [
          { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'X' }, iban: { S: 'SECRET' } } },
        ],
      }),
    )
  const outbox = new Outbox({ tableName: 't', source: 's', client })
  const error = await outbox
    .transact((tx) => tx.put({ Item: { pk: 'X', sk: 'X' } }))
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'CONDITION_FAILED', details: { item: { iban: 'SECRET' } } })
  expect(printed(error)).not.toContain('SECRET')
})

it.each([
  ['a value of a record', z.record(z.string(), z.number()), { count: 'SECRET' }],
  [
    'a schema that throws',
    z.string().transform((text) => {
      throw new Error(`cannot read ${text}`)
    }),
    'SECRET',
  ],
])('INVALID_EVENT: %s is in no message', (_, schema, data) => {
  const definition = defineEvent('Happened', { version: 1, aggregateType: 'Thing', schema })
  let error: unknown
  try {
    definition.create({ aggregateId: '1', data: data as never })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ code: 'INVALID_EVENT' })
  expect(printed(error)).not.toContain('SECRET')
})
