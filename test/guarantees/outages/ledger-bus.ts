import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge'
import type { WatchedCloud } from './watched-cloud.js'

/**
 * Somebody deletes the outbox's bus, with the rule that leads to the ledger's queue. Gives what makes both again, under
 * the same names.
 */
export async function deleteBus({ cloud, relay, sweeper }: WatchedCloud): Promise<() => Promise<void>> {
  const events = new EventBridgeClient(cloud.clientConfig)
  const EventBusName = cloud.physicalId('Shop/Outbox/EventBus')
  const { Rules: [rule] = [] } = await events.send(new ListRulesCommand({ EventBusName }))
  const Rule = rule?.Name
  const { Targets = [] } = await events.send(new ListTargetsByRuleCommand({ EventBusName, Rule }))
  const Ids = Targets.flatMap(({ Id }) => Id ?? [])
  await events.send(new RemoveTargetsCommand({ EventBusName, Rule, Ids }))
  await events.send(new DeleteRuleCommand({ EventBusName, Name: Rule }))
  await events.send(new DeleteEventBusCommand({ Name: EventBusName }))

  return async () => {
    // A bus is there before its first rule is, and an event that comes in between goes nowhere, as on AWS. That is no
    // fault of the outbox: here nobody may send until the rule is there.
    const notYet = [relay, sweeper].map((caller) =>
      cloud.faults.inject({ service: 'events', caller, kind: 'unavailable' }),
    )
    await events.send(new CreateEventBusCommand({ Name: EventBusName }))
    await events.send(new PutRuleCommand({ EventBusName, Name: Rule, EventPattern: rule?.EventPattern }))
    await events.send(new PutTargetsCommand({ EventBusName, Rule, Targets }))
    for (const remove of notYet) remove()
    events.destroy()
  }
}
