import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import { findOutbox } from '../../../lib/cli/operate/find-outbox.js'
import { needed } from '../../../lib/cli/operate/needed.js'
import type { OperateOptions } from '../../../lib/cli/operate/operate-options.js'
import type { OutboxResources } from '../../../lib/cli/operate/outbox-resources.js'

const DELIVERY = {
  OUTBOX_TABLE_NAME: 'table',
  OUTBOX_SORT_KEY: 'sk',
  OUTBOX_TTL_ATTRIBUTE: 'expiresAt',
  OUTBOX_EVENT_BUS_ARN: 'arn:bus',
  OUTBOX_DEAD_LETTER_QUEUE_URL: 'https://dead',
  OUTBOX_RETENTION_SECONDS: '604800',
  OUTBOX_STRICT_ORDER: 'false',
}

type Functions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The functions of an outbox, and one of somebody else. */
function functionsOf(name: string): Functions {
  return {
    [`${name}-relay`]: { ...DELIVERY, OUTBOX_NAME: name },
    [`${name}-sweeper`]: { ...DELIVERY, OUTBOX_NAME: name, OUTBOX_RELAY_MAPPING_ID: 'uuid' },
    [`${name}-redrive`]: { OUTBOX_NAME: name, OUTBOX_TABLE_NAME: 'table', OUTBOX_TTL_ATTRIBUTE: 'expiresAt' },
    [`${name}-writer`]: { OUTBOX_TABLE_NAME: 'table', OUTBOX_SOURCE: 'orders' },
  }
}

function find(
  stacks: Readonly<Record<string, Functions>>,
  options: OperateOptions,
): Promise<OutboxResources> {
  const clients = awsClients({ region: 'us-east-1' })
  onTestFinished(clients.close)
  mockClient(clients.cloudFormation)
    .on(DescribeStacksCommand)
    .callsFake(() => ({ Stacks: Object.keys(stacks).map((StackName) => ({ StackName })) }))
    .on(ListStackResourcesCommand)
    .callsFake(({ StackName }) => ({
      StackResourceSummaries: Object.keys(stacks[StackName] ?? {}).map((PhysicalResourceId) => ({
        ResourceType: 'AWS::Lambda::Function',
        PhysicalResourceId,
      })),
    }))
  mockClient(clients.lambda)
    .on(GetFunctionConfigurationCommand)
    .callsFake(({ FunctionName }) => ({
      FunctionName,
      Environment: { Variables: Object.assign({}, ...Object.values(stacks))[FunctionName] },
    }))
  return findOutbox(clients, options)
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('findOutbox', () => {
  it('finds the parts by what the functions of the stack are told', async () => {
    expect(await find({ Shop: functionsOf('Shop-Outbox-1') }, { stack: 'Shop' })).toMatchObject({
      name: 'Shop-Outbox-1',
      tableName: 'table',
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      eventBusArn: 'arn:bus',
      deadLetterQueueUrl: 'https://dead',
      relayMappingId: 'uuid',
      relayFunctionName: 'Shop-Outbox-1-relay',
      sweeperFunctionName: 'Shop-Outbox-1-sweeper',
      redriveFunctionName: 'Shop-Outbox-1-redrive',
    })
  })

  it('lets choose one of several by the end of its name', async () => {
    const stacks = { Shop: { ...functionsOf('Shop-Orders'), ...functionsOf('Shop-Stock') } }
    expect((await find(stacks, { stack: 'Shop', outbox: 'Stock' })).name).toBe('Shop-Stock')
    await expect(find(stacks, { stack: 'Shop' })).rejects.toThrow(
      'Stack Shop has several outboxes: choose one of Shop-Orders, Shop-Stock with --outbox',
    )
    await expect(find({ Shop: {} }, { stack: 'Shop' })).rejects.toThrow('Stack Shop has no outbox')
  })

  it('takes the only outbox of a local cloud', async () => {
    const stacks = { Network: {}, Shop: functionsOf('Shop-Outbox-1') }
    expect((await find(stacks, { local: true })).stack).toBe('Shop')
    await expect(find({ ...stacks, Other: functionsOf('Other') }, { local: true })).rejects.toThrow(
      'Several stacks have an outbox: choose one of Shop, Other with --stack',
    )
    await expect(find({ Network: {} }, { local: 'out' })).rejects.toThrow(
      'None of the stacks that `out` runs has an outbox',
    )
  })

  it('takes variables of the environment, and flags before them', async () => {
    vi.stubEnv('OUTBOX_TABLE_NAME', 'told')
    vi.stubEnv('OUTBOX_SORT_KEY', '')
    vi.stubEnv('OUTBOX_EVENT_BUS_ARN', 'arn:bus')
    expect(await find({}, {})).toMatchObject({
      name: 'told',
      tableName: 'told',
      keys: { partitionKey: 'pk' },
      ttlAttribute: 'expiresAt',
      eventBusArn: 'arn:bus',
    })
    expect(await find({}, { table: 'flag', sortKey: 'range', bus: 'other' })).toMatchObject({
      name: 'flag',
      tableName: 'flag',
      keys: { partitionKey: 'pk', sortKey: 'range' },
      eventBusArn: 'other',
    })
  })

  it('overrides what the stack says by flags', async () => {
    const found = await find(
      { Shop: functionsOf('Shop-Outbox-1') },
      { stack: 'Shop', table: 'restored', sortKey: '' },
    )
    expect(found).toMatchObject({
      name: 'Shop-Outbox-1',
      tableName: 'restored',
      keys: { partitionKey: 'pk' },
    })
  })

  it('says which flag gives what is not known', async () => {
    vi.stubEnv('OUTBOX_TABLE_NAME', '')
    await expect(find({}, {})).rejects.toThrow('Expected to be told which outbox, got nothing: give --stack')
    const outbox = await find({}, { table: 'table' })
    expect(() => needed(outbox, 'eventBusArn')).toThrow(
      'Expected the event bus to be known, got nothing: give --bus <name>, or --stack',
    )
    expect(needed({ ...outbox, eventBusArn: 'bus' }, 'eventBusArn')).toBe('bus')
  })
})
