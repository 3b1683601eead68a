import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { ENVIRONMENT } from '../environment.js'
import type { OutboxSettings } from './settings.js'

/** What every function of the outbox is told. */
export function tableEnvironment(settings: OutboxSettings, table: ITable): Record<string, string> {
  return {
    [ENVIRONMENT.name]: settings.name,
    [ENVIRONMENT.tableName]: table.tableName,
    [ENVIRONMENT.partitionKey]: settings.keys.partitionKey,
    [ENVIRONMENT.sortKey]: settings.keys.sortKey ?? '',
    [ENVIRONMENT.ttlAttribute]: settings.ttlAttribute,
  }
}
