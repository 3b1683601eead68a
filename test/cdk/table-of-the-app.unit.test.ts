import type { Stack } from 'aws-cdk-lib'
import { AttributeType, ProjectionType, StreamViewType, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { OUTBOX_INDEX } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { messageOf, outboxFixture, resource } from './fixture.js'

const STRING = AttributeType.STRING
const pk = { name: 'pk', type: STRING }
const sk = { name: 'sk', type: STRING }
const good = {
  partitionKey: pk,
  sortKey: sk,
  timeToLiveAttribute: 'expiresAt',
  dynamoStream: StreamViewType.NEW_IMAGE,
  globalSecondaryIndexes: [OUTBOX_INDEX],
}

describe('a table of this app that has all', () => {
  it('TableV2, with the images in another form and other indexes', () => {
    const { template } = outboxFixture((stack) => ({
      table: new TableV2(stack, 'Orders', {
        ...good,
        dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
        globalSecondaryIndexes: [
          { indexName: 'by-status', partitionKey: { name: 'status', type: AttributeType.NUMBER } },
          OUTBOX_INDEX,
        ],
      }),
    }))
    template().resourceCountIs('AWS::DynamoDB::GlobalTable', 1)
  })

  it('Table, with the index added after the outbox was made', () => {
    let table: Table | undefined
    const { template } = outboxFixture((stack) => {
      table = new Table(stack, 'Orders', {
        partitionKey: pk,
        sortKey: sk,
        timeToLiveAttribute: 'expiresAt',
        stream: StreamViewType.NEW_IMAGE,
      })
      return { table }
    })
    table?.addGlobalSecondaryIndex(OUTBOX_INDEX)
    const { EventSourceArn } = resource(
      template(),
      'AWS::Lambda::EventSourceMapping',
      'OutboxRelayMapping',
    ).Properties
    expect(EventSourceArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Orders/), 'StreamArn'] })
  })
})

describe('what it lacks fails synth with the line of the app that adds it', () => {
  it.each<[string, (stack: Stack) => Table | TableV2, string]>([
    [
      'TableV2 without a stream',
      (stack) => new TableV2(stack, 'Orders', { ...good, dynamoStream: undefined }),
      'The table needs a stream with new images, it has none. Set `dynamoStream: StreamViewType.NEW_IMAGE` (or NEW_AND_OLD_IMAGES) on it.',
    ],
    [
      'Table without a stream',
      (stack) => new Table(stack, 'Orders', { partitionKey: pk, sortKey: sk }),
      'The table needs a stream with new images, it has none. Set `stream: StreamViewType.NEW_IMAGE` (or NEW_AND_OLD_IMAGES) on it.',
    ],
    [
      'a stream of keys',
      (stack) => new TableV2(stack, 'Orders', { ...good, dynamoStream: StreamViewType.KEYS_ONLY }),
      'The table needs a stream with new images, it has KEYS_ONLY. Set `dynamoStream: StreamViewType.NEW_IMAGE` (or NEW_AND_OLD_IMAGES) on it.',
    ],
    [
      'no time to live',
      (stack) => new TableV2(stack, 'Orders', { ...good, timeToLiveAttribute: undefined }),
      "The table needs time to live on the attribute `expiresAt`. Set `timeToLiveAttribute: 'expiresAt'` on it.",
    ],
    [
      'another TTL attribute',
      (stack) => new TableV2(stack, 'Orders', { ...good, timeToLiveAttribute: 'ttl' }),
      "The table's time-to-live attribute is `ttl`, the outbox was told `expiresAt`. Set `ttlAttribute: 'ttl'` on the outbox.",
    ],
    [
      'no index in a TableV2',
      (stack) => new TableV2(stack, 'Orders', { ...good, globalSecondaryIndexes: [] }),
      "The table needs the index `outbox-by-owner`. Add `OUTBOX_INDEX` to its `globalSecondaryIndexes`; `import { OUTBOX_INDEX } from 'serverless-outbox/cdk'`.",
    ],
    [
      'no index in a Table',
      (stack) =>
        new Table(stack, 'Orders', {
          partitionKey: pk,
          sortKey: sk,
          timeToLiveAttribute: 'expiresAt',
          stream: StreamViewType.NEW_IMAGE,
        }),
      "The table needs the index `outbox-by-owner`. Call `table.addGlobalSecondaryIndex(OUTBOX_INDEX)`; `import { OUTBOX_INDEX } from 'serverless-outbox/cdk'`.",
    ],
    [
      'an index that copies whole rows',
      (stack) =>
        new TableV2(stack, 'Orders', {
          ...good,
          globalSecondaryIndexes: [{ ...OUTBOX_INDEX, projectionType: ProjectionType.ALL }],
        }),
      "The table's index `outbox-by-owner` differs from what the outbox needs. Define it by `OUTBOX_INDEX`.",
    ],
    [
      'other keys',
      (stack) =>
        new TableV2(stack, 'Orders', {
          ...good,
          partitionKey: { name: 'id', type: STRING },
          sortKey: undefined,
        }),
      "The table's keys are `id` alone, the outbox was told `pk` and `sk`. Set `keys: { partitionKey: 'id' }`.",
    ],
    [
      'a key that is no string',
      (stack) =>
        new TableV2(stack, 'Orders', { ...good, sortKey: { name: 'sk', type: AttributeType.NUMBER } }),
      "The table's key attribute `sk` must be a string (`S`), it is `N`. The outbox needs another table.",
    ],
  ])('%s', (_, makeTable, fault) => {
    const message = messageOf(() => outboxFixture((stack) => ({ table: makeTable(stack) })).template())
    expect(message).toContain('Shop/Outbox')
    expect(message).toContain(fault)
    // Nothing else is wrong with it.
    expect(message.match(/The table(?:'s)? /g)).toHaveLength(1)
  })
})
