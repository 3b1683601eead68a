import { ATTRIBUTE, OWNER_INDEX } from '../store/layout.js'

/** The commands of the AWS CLI that add a feature to a table which no CDK app makes. */
export interface TableCommands {
  readonly newImages: readonly string[]
  readonly timeToLive: readonly string[]
  readonly ownerIndex: readonly string[]
}

export interface NamedTable {
  readonly tableName: string
  /** Absent: that of the caller's configuration. */
  readonly region?: string
  readonly ttlAttribute: string
}

export function tableCommands({ tableName, region, ttlAttribute }: NamedTable): TableCommands {
  const aws = (command: string, options: string): string =>
    `aws dynamodb ${command} --table-name ${tableName}${region === undefined ? '' : ` --region ${region}`} ${options}`
  const index = {
    Create: {
      IndexName: OWNER_INDEX,
      KeySchema: [
        { AttributeName: ATTRIBUTE.shard, KeyType: 'HASH' },
        { AttributeName: ATTRIBUTE.due, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  }
  return {
    newImages: [
      aws('update-table', '--stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE'),
      aws('describe-table', '--query Table.LatestStreamArn --output text'),
    ],
    timeToLive: [
      aws('update-time-to-live', `--time-to-live-specification Enabled=true,AttributeName=${ttlAttribute}`),
    ],
    ownerIndex: [
      aws(
        'update-table',
        `--attribute-definitions AttributeName=${ATTRIBUTE.shard},AttributeType=S AttributeName=${ATTRIBUTE.due},AttributeType=S --global-secondary-index-updates '${JSON.stringify([index])}'`,
      ),
    ],
  }
}
