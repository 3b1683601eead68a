import type { KeyNames } from '../environment.js'
import { ATTRIBUTE, OWNER_INDEX } from '../store/layout.js'
import type { DescribedTable } from './described-table.js'

const NEW_IMAGES = new Set(['NEW_IMAGE', 'NEW_AND_OLD_IMAGES'])

/**
 * What a table of this app lacks, each with the line that adds it. A line of the app and no CLI command:
 * CloudFormation owns the table, and what the CLI added would be drift that its next deployment fails on.
 */
export function describedTableFaults(table: DescribedTable, keys: KeyNames, ttlAttribute: string): string[] {
  return [
    ...keyFaults(table, keys, 'outbox'),
    ...streamFaults(table),
    ...ttlFaults(table, ttlAttribute, 'outbox'),
    ...indexFaults(table),
    ...transactionFaults(table),
  ]
}

/** Who was told the names. */
type Told = 'outbox' | 'inbox'

export function transactionFaults({ strongMultiRegion }: DescribedTable): string[] {
  return strongMultiRegion
    ? [
        'The table has strong multi-Region consistency, with which DynamoDB refuses TransactWriteItems. Use `multiRegionConsistency: MultiRegionConsistency.EVENTUAL`.',
      ]
    : []
}

export function keyFaults(table: DescribedTable, keys: KeyNames, told: Told): string[] {
  if (table.partitionKey !== keys.partitionKey || table.sortKey !== keys.sortKey) {
    const fix = [
      `partitionKey: '${table.partitionKey}'`,
      ...(table.sortKey === undefined ? [] : [`sortKey: '${table.sortKey}'`]),
    ]
    return [
      `The table's keys are ${named(table)}, the ${told} was told ${named(keys)}. Set \`keys: { ${fix.join(', ')} }\`.`,
    ]
  }
  return [keys.partitionKey, ...(keys.sortKey === undefined ? [] : [keys.sortKey])]
    .filter((name) => table.types.get(name) !== 'S')
    .map(
      (name) =>
        `The table's key attribute \`${name}\` must be a string (\`S\`), it is \`${table.types.get(name)}\`. The ${told} needs another table.`,
    )
}

export function streamFaults(table: Pick<DescribedTable, 'kind' | 'streamViewType'>): string[] {
  if (table.streamViewType !== undefined && NEW_IMAGES.has(table.streamViewType)) return []
  const prop = table.kind === 'Table' ? 'stream' : 'dynamoStream'
  return [
    `The table needs a stream with new images, it has ${table.streamViewType ?? 'none'}. Set \`${prop}: StreamViewType.NEW_IMAGE\` (or NEW_AND_OLD_IMAGES) on it.`,
  ]
}

export function ttlFaults(table: DescribedTable, ttlAttribute: string, told: Told): string[] {
  if (table.ttlAttribute === ttlAttribute) return []
  return table.ttlAttribute === undefined
    ? [
        `The table needs time to live on the attribute \`${ttlAttribute}\`. Set \`timeToLiveAttribute: '${ttlAttribute}'\` on it.`,
      ]
    : [
        `The table's time-to-live attribute is \`${table.ttlAttribute}\`, the ${told} was told \`${ttlAttribute}\`. Set \`ttlAttribute: '${table.ttlAttribute}'\` on the ${told}.`,
      ]
}

function indexFaults(table: DescribedTable): string[] {
  const index = table.indexes.find(({ indexName }) => indexName === OWNER_INDEX)
  if (index === undefined) {
    const fix =
      table.kind === 'Table'
        ? 'Call `table.addGlobalSecondaryIndex(OUTBOX_INDEX)`'
        : 'Add `OUTBOX_INDEX` to its `globalSecondaryIndexes`'
    return [
      `The table needs the index \`${OWNER_INDEX}\`. ${fix}; \`import { OUTBOX_INDEX } from 'serverless-outbox/cdk'\`.`,
    ]
  }
  const key = (type: string): string | undefined =>
    index.keySchema.find(({ keyType }) => keyType === type)?.attributeName
  const fits =
    key('HASH') === ATTRIBUTE.shard &&
    key('RANGE') === ATTRIBUTE.due &&
    index.keySchema.length === 2 &&
    [ATTRIBUTE.shard, ATTRIBUTE.due].every((name) => table.types.get(name) === 'S') &&
    index.projection?.projectionType === 'KEYS_ONLY'
  return fits
    ? []
    : [
        `The table's index \`${OWNER_INDEX}\` differs from what the outbox needs. Define it by \`OUTBOX_INDEX\`.`,
      ]
}

function named({
  partitionKey,
  sortKey,
}: {
  readonly partitionKey?: string
  readonly sortKey?: string
}): string {
  return sortKey === undefined ? `\`${partitionKey}\` alone` : `\`${partitionKey}\` and \`${sortKey}\``
}
