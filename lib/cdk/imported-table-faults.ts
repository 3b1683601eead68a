import { Token } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { OWNER_INDEX } from '../store/layout.js'
import { type TableCommands, tableCommands } from './table-commands.js'
import type { TableFeatures } from './transactional-outbox-props.js'

/** What an imported table lacks by its user's own word, each with the commands that add it. */
export function importedTableFaults(table: ITable, has: TableFeatures, ttlAttribute: string): string[] {
  const commands = commandsOf(table, ttlAttribute)
  const faults: string[] = []
  if (has.newImages !== true) {
    faults.push(
      block(
        'The table needs a stream with new images. One with another view type must be disabled first.',
        commands.newImages,
        'Then import the table with `tableStreamArn` (the second command prints it) and set `tableHas.newImages: true`.',
      ),
    )
  } else if (table.tableStreamArn === undefined) {
    faults.push(
      block(
        'The table must be imported with `tableStreamArn`, by `Table.fromTableAttributes`. This prints it:',
        commands.newImages.slice(1),
      ),
    )
  }
  if (has.timeToLive !== true) faults.push(...timeToLiveFaults(table, ttlAttribute, 'tableHas'))
  if (has.ownerIndex !== true) {
    faults.push(
      block(
        `The table needs the index \`${OWNER_INDEX}\`. A table with provisioned capacity also needs \`ProvisionedThroughput\` in \`Create\`.`,
        commands.ownerIndex,
        'Then set `tableHas.ownerIndex: true`.',
      ),
    )
  }
  return faults
}

/** @param features path of the property that says what the table has */
export function timeToLiveFaults(table: ITable, ttlAttribute: string, features: string): string[] {
  return [
    block(
      `The table needs time to live on the attribute \`${ttlAttribute}\`. A table has one such attribute: if it has another, name that as \`ttlAttribute\`.`,
      commandsOf(table, ttlAttribute).timeToLive,
      `Then set \`${features}.timeToLive: true\`.`,
    ),
  ]
}

function commandsOf(table: ITable, ttlAttribute: string): TableCommands {
  return tableCommands({
    tableName: Token.isUnresolved(table.tableName) ? '<table name>' : table.tableName,
    region: Token.isUnresolved(table.env.region) ? undefined : table.env.region,
    ttlAttribute,
  })
}

function block(need: string, commands: readonly string[], after?: string): string {
  const lines = [need, ...commands.map((command) => `    ${command}`)]
  return (after === undefined ? lines : [...lines, `  ${after}`]).join('\n')
}
