import { Stack } from 'aws-cdk-lib'
import { CfnGlobalTable, CfnTable, type ITable } from 'aws-cdk-lib/aws-dynamodb'

interface KeyElement {
  readonly attributeName: string
  readonly keyType: string
}

interface Index {
  readonly indexName: string
  readonly keySchema: readonly KeyElement[]
  readonly projection?: { readonly projectionType?: string }
}

/** What the template of this app says of a table. */
export interface DescribedTable {
  readonly kind: 'Table' | 'TableV2'
  readonly partitionKey?: string
  readonly sortKey?: string
  /** Types of key attributes, `S`, `N` or `B`, by name. */
  readonly types: ReadonlyMap<string, string>
  readonly indexes: readonly Index[]
  readonly streamViewType?: string
  readonly ttlAttribute?: string
  readonly strongMultiRegion: boolean
}

/** The resource behind a table that this app makes; `undefined` for an imported one. */
export function tableResource(table: ITable): CfnTable | CfnGlobalTable | undefined {
  const child = table.node.defaultChild
  return child instanceof CfnTable || child instanceof CfnGlobalTable ? child : undefined
}

/**
 * Reads the table's resource. Only once the app is complete (in a validation): indexes may be added after the
 * outbox was made.
 */
export function describeTable(resource: CfnTable | CfnGlobalTable): DescribedTable {
  const read = <T>(value: unknown): T => Stack.of(resource).resolve(value)
  const keys = read<readonly KeyElement[]>(resource.keySchema)
  const attributes = read<readonly { attributeName: string; attributeType: string }[] | undefined>(
    resource.attributeDefinitions,
  )
  return {
    kind: resource instanceof CfnTable ? 'Table' : 'TableV2',
    partitionKey: keys.find(({ keyType }) => keyType === 'HASH')?.attributeName,
    sortKey: keys.find(({ keyType }) => keyType === 'RANGE')?.attributeName,
    types: new Map(attributes?.map(({ attributeName, attributeType }) => [attributeName, attributeType])),
    indexes: read<readonly Index[] | undefined>(resource.globalSecondaryIndexes) ?? [],
    streamViewType: read<{ streamViewType?: string } | undefined>(resource.streamSpecification)
      ?.streamViewType,
    ttlAttribute: enabledTtl(read(resource.timeToLiveSpecification)),
    strongMultiRegion:
      resource instanceof CfnGlobalTable &&
      read<string | undefined>(resource.multiRegionConsistency) === 'STRONG',
  }
}

function enabledTtl(
  specification: { readonly attributeName?: string; readonly enabled?: boolean } | undefined,
): string | undefined {
  return specification?.enabled === true ? specification.attributeName : undefined
}
