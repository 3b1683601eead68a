import { Stack, Token } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IConstruct } from 'constructs'

interface PlacedOutbox extends IConstruct {
  readonly table: ITable
  readonly eventBus: IEventBus
}

/** What is wrong between an outbox and the rest of the app. */
export function topologyFaults(outbox: PlacedOutbox, all: readonly PlacedOutbox[]): string[] {
  return [...secondOutboxFaults(outbox, all), ...busRegionFaults(outbox)]
}

/** Both relays would publish every event. */
function secondOutboxFaults(outbox: PlacedOutbox, all: readonly PlacedOutbox[]): string[] {
  return all
    .filter((other) => other !== outbox && other.table === outbox.table)
    .map(
      (other) =>
        `The outbox at '${other.node.path}' uses the same table, so every event would be published twice. Keep one, and call its grantWrite for all writers.`,
    )
}

/** PutEvents reaches buses of its own Region only. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-region.html */
function busRegionFaults(outbox: PlacedOutbox): string[] {
  const here = Stack.of(outbox).region
  const there = outbox.eventBus.env.region
  if (Token.isUnresolved(here) || Token.isUnresolved(there) || here === there) return []
  return [
    `Expected \`eventBus\` to be in ${here}, the Region of the outbox, got one in ${there}. Send to a bus in ${here} with a rule that forwards to the other.`,
  ]
}
