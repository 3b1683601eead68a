import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { OwnerIndex } from '../../lib/store/owner-index.js'

// Pages as AWS may cut them and the local engines do not: a Scan may end a page early, even with nothing in it.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html#Scan.Pagination
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
const dynamodb = mockClient(client)
const index = new OwnerIndex(client, {
  tableName: 'shop-table',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
})
const hasTime = (): boolean => false
const row = (sk: string): Record<string, string> => ({
  pk: 'OUTBOX#Thing#a',
  sk,
  obShard: 'R#eu-west-1#11',
  obDue: 'then',
})

beforeEach(() => dynamodb.reset())

/** Each page's rows; every page but the last says that there is more. */
function pages(...contents: readonly (readonly string[])[]): void {
  contents.forEach((rows, place) => {
    const isLast = place === contents.length - 1
    dynamodb
      .on(ScanCommand, { ExclusiveStartKey: place === 0 ? undefined : { sk: `page ${place}` } })
      .resolves({ Items: rows.map(row), LastEvaluatedKey: isLast ? undefined : { sk: `page ${place + 1}` } })
  })
}

const ids = (entries: Awaited<ReturnType<OwnerIndex['all']>>): unknown => entries?.map(({ key }) => key.sort)

describe('all rows of the index', () => {
  it('come from several pages, of which some hold nothing', async () => {
    pages(['a'], [], ['b', 'c'])
    expect(ids(await index.all(3, hasTime))).toEqual(['a', 'b', 'c'])
    expect(dynamodb.commandCalls(ScanCommand).map(({ args }) => args[0].input.Limit)).toEqual([4, 3, 3])
  })

  it('are unknown when they are spread over many pages', async () => {
    pages(['a'], [], [], [], ['b'])
    expect(await index.all(3, hasTime)).toBeUndefined()
    expect(dynamodb.commandCalls(ScanCommand)).toHaveLength(4)
  })

  it('are unknown when there are more than asked for, also where the last page says that it is the last', async () => {
    pages(['a', 'b', 'c', 'd'])
    expect(await index.all(3, hasTime)).toBeUndefined()
  })

  it('are unknown when the time is up before the last page', async () => {
    pages(['a'], ['b'])
    let looks = 0
    const isTimeUp = (): boolean => {
      looks += 1
      return looks > 1
    }
    expect(await index.all(3, isTimeUp)).toBeUndefined()
  })
})
