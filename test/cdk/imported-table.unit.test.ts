import type { Stack } from 'aws-cdk-lib'
import { Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { TableFeatures } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { messageOf, outboxFixture, resource } from './fixture.js'

const ALL: TableFeatures = { ownerIndex: true, timeToLive: true, newImages: true }
const ARN = 'arn:aws:dynamodb:eu-west-1:111122223333:table/orders'
const STREAM = `${ARN}/stream/2026-01-01T00:00:00.000`

const imported = (stack: Stack): ReturnType<typeof Table.fromTableAttributes> =>
  Table.fromTableAttributes(stack, 'Orders', { tableName: 'orders', tableStreamArn: STREAM })

const HEAD = "TransactionalOutbox at 'Shop/Outbox' cannot be built:\n- "

describe('an imported table that has all', () => {
  it.each([
    ['Table', imported],
    [
      'TableV2',
      (stack: Stack) =>
        TableV2.fromTableAttributes(stack, 'Orders', { tableArn: ARN, tableStreamArn: STREAM }),
    ],
  ])('%s gets a mapping of its stream and no second table', (_, importTable) => {
    const template = outboxFixture((stack) => ({ table: importTable(stack), tableHas: ALL })).template()
    template.resourceCountIs('AWS::DynamoDB::GlobalTable', 0)
    expect(
      resource(template, 'AWS::Lambda::EventSourceMapping', 'OutboxRelayMapping').Properties[
        'EventSourceArn'
      ],
    ).toBe(STREAM)
  })
})

describe('what it lacks fails synth with the commands that add it', () => {
  it.each<[string, TableFeatures, string]>([
    [
      'stream',
      { ...ALL, newImages: false },
      `The table needs a stream with new images. One with another view type must be disabled first.
    aws dynamodb update-table --table-name orders --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE
    aws dynamodb describe-table --table-name orders --query Table.LatestStreamArn --output text
  Then import the table with \`tableStreamArn\` (the second command prints it) and set \`tableHas.newImages: true\`.`,
    ],
    [
      'time to live',
      { ...ALL, timeToLive: undefined },
      `The table needs time to live on the attribute \`expiresAt\`. A table has one such attribute: if it has another, name that as \`ttlAttribute\`.
    aws dynamodb update-time-to-live --table-name orders --time-to-live-specification Enabled=true,AttributeName=expiresAt
  Then set \`tableHas.timeToLive: true\`.`,
    ],
    [
      'index',
      { ...ALL, ownerIndex: false },
      `The table needs the index \`outbox-by-owner\`. A table with provisioned capacity also needs \`ProvisionedThroughput\` in \`Create\`.
    aws dynamodb update-table --table-name orders --attribute-definitions AttributeName=obShard,AttributeType=S AttributeName=obDue,AttributeType=S --global-secondary-index-updates '[{"Create":{"IndexName":"outbox-by-owner","KeySchema":[{"AttributeName":"obShard","KeyType":"HASH"},{"AttributeName":"obDue","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}}]'
  Then set \`tableHas.ownerIndex: true\`.`,
    ],
  ])('%s', (_, tableHas, message) => {
    expect(messageOf(() => outboxFixture((stack) => ({ table: imported(stack), tableHas })))).toBe(
      HEAD + message,
    )
  })

  it('the stream ARN, when the table has a stream but was imported without it', () => {
    const run = () =>
      outboxFixture((stack) => ({ table: Table.fromTableName(stack, 'Orders', 'orders'), tableHas: ALL }))
    expect(messageOf(run)).toBe(
      `${HEAD}The table must be imported with \`tableStreamArn\`, by \`Table.fromTableAttributes\`. This prints it:
    aws dynamodb describe-table --table-name orders --query Table.LatestStreamArn --output text`,
    )
  })

  it('all at once, when nothing is said', () => {
    const message = messageOf(() => outboxFixture((stack) => ({ table: imported(stack) })))
    expect(message.match(/^ {4}aws dynamodb [a-z-]+/gm)).toEqual([
      '    aws dynamodb update-table',
      '    aws dynamodb describe-table',
      '    aws dynamodb update-time-to-live',
      '    aws dynamodb update-table',
    ])
  })

  it("with the table's Region where it is known, and the outbox's TTL attribute", () => {
    const run = () =>
      outboxFixture(
        (stack) => ({ table: imported(stack), tableHas: { ...ALL, timeToLive: false }, ttlAttribute: 'ttl' }),
        { env: { region: 'eu-west-1' } },
      )
    expect(messageOf(run)).toContain(
      'aws dynamodb update-time-to-live --table-name orders --region eu-west-1 --time-to-live-specification Enabled=true,AttributeName=ttl',
    )
  })
})
