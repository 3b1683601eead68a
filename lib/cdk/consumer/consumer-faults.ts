import { Stack } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import { CONSUMER_NAME } from '../../environment.js'
import { QUEUE_RETENTION } from '../defaults.js'
import { durationFaults, fault } from '../value-faults.js'
import { combinationFaults } from './combination-faults.js'
import type { ConsumerSettings, GivenConsumerProps } from './consumer-settings.js'
import { deliveryFaults } from './delivery-faults.js'
import { eventFaults } from './event-faults.js'
import { filterFaults } from './filter-faults.js'
import { holdFaults } from './hold-faults.js'
import { inboxFaults } from './inbox-faults.js'
import { originFaults } from './origin-faults.js'

/** What is wrong with a consumer's props, a line for each. */
export function consumerFaults(
  consumer: IConstruct,
  props: GivenConsumerProps,
  settings: ConsumerSettings,
): string[] {
  return [
    ...originFaults(consumer, props, settings),
    ...eventFaults(settings),
    ...combinationFaults(props, settings),
    ...(settings.filter === undefined ? [] : filterFaults(settings.filter)),
    // Also for a name that only the deployment knows: keys and permissions are made of it.
    ...(CONSUMER_NAME.test(settings.name)
      ? []
      : [fault('consumerName', 'be 1 to 64 characters of `A-Z a-z 0-9 _ . -`', settings.name)]),
    ...handlerFaults(consumer, settings),
    ...durationFaults('retention', settings.retention, 60, QUEUE_RETENTION.toSeconds()),
    ...deliveryFaults(props, settings),
    ...inboxFaults(settings),
    ...holdFaults(settings),
  ]
}

function handlerFaults(consumer: IConstruct, { handlerFunction }: ConsumerSettings): string[] {
  if (handlerFunction === undefined)
    return [
      'Expected `handler` to be a function of this app, or an alias or version of one: an imported function could get neither its environment nor its permissions. Make the function in this app.',
    ]
  const [here, there] = [consumer, handlerFunction].map((construct) => Stack.of(construct))
  // The mapping needs the function, and the function's role needs the queue: two stacks could not be put in order.
  return here === there
    ? []
    : [
        `Expected \`handler\` to be in the consumer's stack '${here?.node.path}', got one in '${there?.node.path}'. Make the consumer there: \`addConsumer\` takes a \`scope\`.`,
      ]
}
