import { Stack, Token } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IConstruct } from 'constructs'

interface PlacedConsumer extends IConstruct {
  readonly consumerName: string
  readonly inboxTable?: ITable
}

/** Two consumers of one name in one table: what the one has handled, the other would pass over. */
export function sharedNameFaults(consumer: PlacedConsumer, all: readonly PlacedConsumer[]): string[] {
  const { consumerName, inboxTable } = consumer
  if (inboxTable === undefined) return []
  return all
    .filter(
      (other) =>
        other !== consumer &&
        other.consumerName === consumerName &&
        other.inboxTable !== undefined &&
        isSameTable(inboxTable, other.inboxTable),
    )
    .map(
      (other) =>
        `The consumer at '${other.node.path}' has the name \`${consumerName}\` and the same inbox table, so each would pass over what the other has handled. Set \`consumerName\` on one of them.`,
    )
}

/** A table that was imported twice is two constructs. */
function isSameTable(one: ITable, other: ITable): boolean {
  if (one === other) return true
  if (Token.isUnresolved(one.tableName) || one.tableName !== other.tableName) return false
  const places = [one, other].map((table) => {
    const { account, region } = Stack.of(table)
    return `${account}/${region}`
  })
  return places[0] === places[1]
}
