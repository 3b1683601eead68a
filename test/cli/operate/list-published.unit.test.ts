import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import { listPublished } from '../../../lib/cli/operate/list/list-published.js'
import type { OutboxResources } from '../../../lib/cli/operate/outbox-resources.js'

const OUTBOX: OutboxResources = {
  name: 'outbox',
  tableName: 'table',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
  environment: {},
}

function published(id: string) {
  return { pk: 'OUTBOX#Order#1', sk: id, obStatus: 'PUBLISHED', obType: 'OrderPlaced' }
}

function world() {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }))
  const clients = { ...awsClients({ region: 'us-east-1' }), documents }
  onTestFinished(clients.close)
  return { table: mockClient(documents), clients }
}

describe('listPublished', () => {
  it('scans until it has used the read units that it may, and says so', async () => {
    const { table, clients } = world()
    table
      .on(ScanCommand)
      .resolvesOnce({
        Items: [published('a'), { pk: 'OUTBOX#Order#1', sk: 'b', obStatus: 'PENDING' }],
        LastEvaluatedKey: { pk: 'b' },
        ConsumedCapacity: { CapacityUnits: 3 },
      })
      .resolves({
        Items: [published('c')],
        LastEvaluatedKey: { pk: 'c' },
        ConsumedCapacity: { CapacityUnits: 2.5 },
      })
    const { rows, more, cut } = await listPublished(clients, OUTBOX, {
      status: 'published',
      limit: 100,
      scan: true,
      maxRcu: 5,
    })
    expect(rows.map(({ identity }) => identity.eventId)).toEqual(['a', 'c'])
    expect({ more, cut }).toEqual({
      more: false,
      cut: 'it stopped in the middle of the table, after 6 read units: raise --max-rcu',
    })
    expect(table.commandCalls(ScanCommand)).toHaveLength(2)
  })

  it('needs a sort key for the events of an aggregate', async () => {
    const { clients } = world()
    await expect(
      listPublished(
        clients,
        { ...OUTBOX, keys: { partitionKey: 'pk' } },
        {
          status: 'published',
          limit: 1,
          aggregate: { aggregateType: 'Order', aggregateId: '1' },
        },
      ),
    ).rejects.toThrow('Table table has no sort key')
  })
})
