import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchExecuteStatementCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { documentClient } from '../../lib/store/document-client.js'
import { OutboxStore, type RowChange } from '../../lib/store/outbox-store.js'
import { isStatement } from '../../lib/store/transition-statement.js'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'

const client = documentClient(new DynamoDBClient({ region: 'eu-west-1' }))
const table = {
  tableName: 'orders',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
}
const redrive: RowChange = {
  key: { partition: 'OUTBOX#Thing#1', sort: 'e1' },
  transition: 'redrive',
  values: { diedAt: 'd', newShard: 'R#x#01', newDue: 'due', redrivenAt: 'then', redrivenBy: 'me' },
}

describe('a step that removes several attributes', () => {
  it('is an UpdateItem: PartiQL is documented to remove one', async () => {
    const dynamodb = mockClient(client)
    dynamodb.on(UpdateCommand).resolves({})
    expect(await new OutboxStore(client, table).apply([redrive])).toEqual([{ kind: 'done' }])
    expect(dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input).toEqual({
      TableName: 'orders',
      Key: { pk: 'OUTBOX#Thing#1', sk: 'e1' },
      UpdateExpression:
        'SET #status = :v0, #shard = :v1, #due = :v2, #redrivenAt = :v3, #redrivenBy = :v4 REMOVE #attempts, #failedAt, #error',
      ConditionExpression: '#status = :v5 AND #diedAt = :v6',
      ExpressionAttributeNames: {
        '#status': 'obStatus',
        '#shard': 'obShard',
        '#due': 'obDue',
        '#redrivenAt': 'obRedrivenAt',
        '#redrivenBy': 'obRedrivenBy',
        '#attempts': 'obAttempts',
        '#failedAt': 'obFailedAt',
        '#error': 'obError',
        '#diedAt': 'obDiedAt',
      },
      ExpressionAttributeValues: {
        ':v0': 'PENDING',
        ':v1': 'R#x#01',
        ':v2': 'due',
        ':v3': 'then',
        ':v4': 'me',
        ':v5': 'DEAD',
        ':v6': 'd',
      },
    })
  })

  it('stands among others: each result is where its step was', async () => {
    const dynamodb = mockClient(client)
    dynamodb
      .on(UpdateCommand)
      .rejectsOnce(new ConditionalCheckFailedException({ message: 'no', $metadata: {} }))
      .rejectsOnce(Object.assign(new Error('slow'), { name: 'ThrottlingException' }))
      .rejectsOnce(Object.assign(new Error('large'), { name: 'ValidationException' }))
    dynamodb
      .on(BatchExecuteStatementCommand)
      .resolves({ Responses: [{}, { Error: { Code: 'ConditionalCheckFailed' } }] })
    const told: RowChange = { ...redrive, transition: 'noticeSent' }
    const other = (sort: string, change = redrive): RowChange => ({ ...change, key: { ...change.key, sort } })
    const changes = [other('1'), other('2', told), other('3'), other('4', told), other('5')]
    expect(await new OutboxStore(client, table).apply(changes)).toEqual([
      { kind: 'lost' },
      { kind: 'done' },
      { kind: 'failed', errorCode: 'ThrottlingException' },
      { kind: 'lost' },
      { kind: 'failed', errorCode: 'ValidationException', permanent: true },
    ])
  })

  it('is none of the steps that are made in batches', () => {
    const names = Object.keys(TRANSITIONS) as TransitionName[]
    expect(names.filter((name) => !isStatement(TRANSITIONS[name]))).toEqual(['redrive'])
  })
})

describe('every step', () => {
  it.each(Object.entries(TRANSITIONS))('%s asks for the status, so that it creates no row', (_, { when }) => {
    expect(when.map(({ attribute }) => attribute)).toContain('status')
  })
})
