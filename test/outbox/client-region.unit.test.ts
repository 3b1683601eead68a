import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Outbox } from '../../lib/outbox/outbox.js'
import type { OutboxOptions } from '../../lib/outbox/outbox-options.js'
import { anythingGoes } from '../event/anything-goes.js'

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

async function shardOfRow(client: OutboxOptions['client']): Promise<string> {
  const outbox = new Outbox({ tableName: 'orders', source: 'shop', client })
  const [put] = await outbox
    .batch()
    .add(anythingGoes.create({ aggregateId: '1', data: {} }))
    .items()
  return String(put?.Put.Item?.['obShard'])
}

async function regionOf(config: DynamoDBClientConfig): Promise<string> {
  return (await shardOfRow(new DynamoDBClient({ credentials, ...config }))).split('#')[1] ?? ''
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the Region of a row is that of the endpoint to which the client writes', () => {
  it.each<[string, DynamoDBClientConfig, string]>([
    ['the usual endpoint', { region: 'eu-west-1' }, 'eu-west-1'],
    [
      'an endpoint of another Region',
      { region: 'eu-west-1', endpoint: 'https://dynamodb.us-east-2.amazonaws.com' },
      'us-east-2',
    ],
    ['FIPS', { region: 'us-west-2', useFipsEndpoint: true }, 'us-west-2'],
    ['dual-stack', { region: 'ap-southeast-2', useDualstackEndpoint: true }, 'ap-southeast-2'],
    ['China', { region: 'cn-northwest-1' }, 'cn-northwest-1'],
    ['GovCloud', { region: 'us-gov-west-1' }, 'us-gov-west-1'],
    ['an isolated partition', { region: 'us-iso-east-1' }, 'us-iso-east-1'],
    [
      'a VPC endpoint of another Region',
      {
        region: 'eu-west-1',
        endpoint: 'https://vpce-0a1b2c3d-x9y8z7-eu-central-1a.dynamodb.eu-central-1.vpce.amazonaws.com',
      },
      'eu-central-1',
    ],
    [
      'an endpoint of an account',
      {
        region: 'eu-west-1',
        credentials: { ...credentials, accountId: '111122223333' },
        accountIdEndpointMode: 'required',
      },
      'eu-west-1',
    ],
    [
      'a local engine, which names none',
      { region: 'eu-north-1', endpoint: 'http://127.0.0.1:8000' },
      'eu-north-1',
    ],
    [
      'a host that only looks like one of AWS',
      { region: 'eu-north-1', endpoint: 'https://dynamodb.us-east-1.amazonaws.com.example.org' },
      'eu-north-1',
    ],
  ])('%s', async (_, config, region) => {
    expect(await regionOf(config)).toBe(region)
  })

  it('an endpoint of the environment counts', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'https://dynamodb.sa-east-1.amazonaws.com')
    expect(await regionOf({ region: 'eu-west-1' })).toBe('sa-east-1')
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://dynamodb.ca-central-1.amazonaws.com')
    expect(await regionOf({ region: 'eu-west-1' })).toBe('ca-central-1')
  })

  it("the environment's Region does not, where the client has its own", async () => {
    vi.stubEnv('AWS_REGION', 'us-east-1')
    vi.stubEnv('AWS_DEFAULT_REGION', 'us-east-1')
    expect(await regionOf({ region: 'eu-west-1' })).toBe('eu-west-1')
    expect(await regionOf({})).toBe('us-east-1')
  })

  it('the client goes on to write where it did before', async () => {
    const client = new DynamoDBClient({ credentials, region: 'eu-west-1' })
    vi.stubEnv('AWS_ENDPOINT_URL', 'https://dynamodb.sa-east-1.amazonaws.com')
    expect(await shardOfRow(client)).toBe('P#sa-east-1#11')
    expect(client.config.isCustomEndpoint).not.toBe(true)
    expect(await client.config.region()).toBe('eu-west-1')
  })
})

describe('a client', () => {
  it('may be of either kind', async () => {
    const client = new DynamoDBClient({ credentials, region: 'eu-west-1' })
    expect(await shardOfRow(client)).toBe('P#eu-west-1#11')
    expect(await shardOfRow(DynamoDBDocumentClient.from(client))).toBe('P#eu-west-1#11')
  })

  it('that could not tell its Region once is asked again', async () => {
    let configured = false
    const client = new DynamoDBClient({
      credentials,
      region: async () => {
        if (!configured) throw new Error('Region is missing')
        return 'eu-west-1'
      },
    })
    const outbox = new Outbox({ tableName: 'orders', source: 'shop', client })
    const event = anythingGoes.create({ aggregateId: '1', data: {} })
    await expect(outbox.batch().add(event).items()).rejects.toThrow('Region is missing')
    configured = true
    const [put] = await outbox.batch().add(event).items()
    expect(put?.Put.Item?.['obShard']).toBe('P#eu-west-1#11')
  })
})
