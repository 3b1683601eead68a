import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { describeTable, tableResource } from './described-table.js'
import { describedTableFaults, streamFaults } from './described-table-faults.js'
import { importedTableFaults } from './imported-table-faults.js'
import { invalidConfiguration } from './invalid-configuration.js'
import { ownTable } from './own-table.js'
import type { OutboxSettings } from './settings.js'
import type { TransactionalOutboxProps } from './transactional-outbox-props.js'

export interface StreamingTable {
  readonly table: ITable
  readonly tableStreamArn: string
}

/**
 * The user's table, when it has what the outbox needs, or a new one.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming what the table lacks and how to add it. What a table of this app
 * lacks besides its stream is reported at synth, because it may still be added after this.
 */
export function tableOf(
  scope: Construct,
  props: TransactionalOutboxProps,
  settings: OutboxSettings,
): StreamingTable {
  const { keys, ttlAttribute } = settings
  const table = props.table ?? ownTable(scope, settings)
  const resource = tableResource(table)
  const faults = resource === undefined ? importedTableFaults(table, props.tableHas ?? {}, ttlAttribute) : []
  if (faults.length > 0) throw invalidConfiguration(scope, faults)
  if (table.tableStreamArn === undefined) {
    throw invalidConfiguration(scope, resource === undefined ? [] : streamFaults(describeTable(resource)))
  }
  if (props.table !== undefined && resource !== undefined) {
    scope.node.addValidation({
      validate: () => describedTableFaults(describeTable(resource), keys, ttlAttribute),
    })
  }
  return { table, tableStreamArn: table.tableStreamArn }
}
