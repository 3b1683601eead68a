import { type EventPattern, type IEventBus, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import type { ConsumerQueues } from './consumer-queues.js'
import type { ConsumerSettings } from './consumer-settings.js'

export interface ConsumerRuleSource {
  readonly eventBus: IEventBus
  readonly eventPattern: EventPattern
  readonly queues: ConsumerQueues
}

/**
 * Puts events into the queue. What EventBridge cannot put there is not lost either: after its own 24 hours and 185
 * attempts, or at once for a permission that is missing, it goes to the undelivered queue.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html
 */
export function consumerRule(
  scope: Construct,
  { name, fifo }: ConsumerSettings,
  { eventBus, eventPattern, queues }: ConsumerRuleSource,
): Rule {
  return new Rule(scope, 'Rule', {
    description: `Events for the consumer ${name}`,
    eventBus,
    eventPattern,
    targets: [
      new SqsQueue(queues.queue, {
        deadLetterQueue: queues.undeliveredQueue,
        ...(fifo ? BY_AGGREGATE : {}),
      }),
    ],
  })
}

const BY_AGGREGATE = {
  // The envelope differs at each publication, the detail never does: SQS deduplicates by what it gets.
  message: RuleTargetInput.fromEventPath('$.detail'),
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html#dynamic-path-parameters
  messageGroupId: '$.detail.metadata.aggregateId',
}
