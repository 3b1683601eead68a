import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, type ITable, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { describeTable, tableResource } from '../described-table.js'
import { keyFaults, transactionFaults, ttlFaults } from '../described-table-faults.js'
import { timeToLiveFaults } from '../imported-table-faults.js'
import { invalidConfiguration } from '../invalid-configuration.js'
import type { InboxSettings } from './consumer-settings.js'

/**
 * The table of the consumer's service, when it has what an inbox needs, or a new one.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming what an imported table lacks and how to add it. What a table of this
 * app lacks is reported at synth, once the app is complete.
 */
export function inboxTable(scope: Construct, inbox: InboxSettings): ITable {
  const { table, tableHas, keys, ttlAttribute } = inbox
  if (table === undefined) return ownTable(scope, inbox)
  const resource = tableResource(table)
  if (resource === undefined) {
    const faults = tableHas.timeToLive === true ? [] : timeToLiveFaults(table, ttlAttribute, 'inbox.tableHas')
    if (faults.length > 0) throw invalidConfiguration(scope, faults)
    return table
  }
  scope.node.addValidation({
    validate: () => {
      const described = describeTable(resource)
      return [
        ...keyFaults(described, keys, 'inbox'),
        ...ttlFaults(described, ttlAttribute, 'inbox'),
        ...(inbox.effects === 'transaction' ? transactionFaults(described) : []),
      ]
    },
  })
  return table
}

/** Kept when the stack is deleted: without it, the events of its time would be handled again. */
function ownTable(scope: Construct, { keys, ttlAttribute }: InboxSettings): TableV2 {
  return new TableV2(scope, 'Inbox', {
    partitionKey: { name: keys.partitionKey, type: AttributeType.STRING },
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.dynamoOwnedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: ttlAttribute,
    removalPolicy: RemovalPolicy.RETAIN,
  })
}
