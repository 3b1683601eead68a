import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Rule } from 'aws-cdk-lib/aws-events'
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam'
import type { EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { grantConsume } from '../grant-consume.js'
import { grantSendOnly } from '../grant-send-only.js'
import { invalidConfiguration } from '../invalid-configuration.js'
import { claimHandler } from './claim-handler.js'
import { consumerBus } from './consumer-bus.js'
import { consumerEnvironment } from './consumer-environment.js'
import { consumerFaults } from './consumer-faults.js'
import { consumerMapping } from './consumer-mapping.js'
import { ConsumerMetrics } from './consumer-metrics.js'
import { consumerPattern } from './consumer-pattern.js'
import { consumerQueues } from './consumer-queues.js'
import { consumerRule } from './consumer-rule.js'
import { consumerSettings } from './consumer-settings.js'
import { grantInbox } from './grant-inbox.js'
import { grantReplay } from './grant-replay.js'
import { inboxTable } from './inbox-table.js'
import type { OutboxConsumerProps } from './outbox-consumer-props.js'
import { patternFaults } from './pattern-faults.js'
import { sharedNameFaults } from './shared-name-faults.js'

/**
 * A service that consumes events of an outbox: a rule on the bus, a queue, its dead-letter queue, a queue for what
 * EventBridge cannot deliver, the mapping to the function that handles the events, and its inbox. Events come at least
 * once and, but for FIFO queues and `hold`, in any order. The queues and the inbox's own table are kept when the stack
 * is deleted.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming the property, the rule and the value
 */
export class OutboxConsumer extends ConsumerMetrics {
  /** Whose inbox items they are. */
  readonly consumerName: string
  readonly queue: Queue
  readonly deadLetterQueue: Queue
  readonly undeliveredQueue: Queue
  readonly rule: Rule
  /** Absent: the consumer has no inbox. */
  readonly inboxTable?: ITable
  readonly handler: IFunction
  /** Has the queue invoke the handler. */
  readonly mapping: EventSourceMapping

  constructor(scope: Construct, id: string, props: OutboxConsumerProps) {
    super(scope, id)
    const settings = consumerSettings(id, props)
    const { name, eventBus, handlerFunction, inbox, source } = settings
    const faults = consumerFaults(this, props, settings)
    if (faults.length > 0 || eventBus === undefined || handlerFunction === undefined)
      throw invalidConfiguration(this, faults)
    const eventPattern = consumerPattern(settings)
    const lateFaults = [
      ...patternFaults(this, source, eventPattern),
      ...claimHandler(handlerFunction, this.node.path),
    ]
    if (lateFaults.length > 0) throw invalidConfiguration(this, lateFaults)

    const queues = consumerQueues(this, settings)
    this.consumerName = name
    this.handler = props.handler
    this.queue = queues.queue
    this.deadLetterQueue = queues.deadLetterQueue
    this.undeliveredQueue = queues.undeliveredQueue
    this.rule = consumerRule(this, settings, { eventBus: consumerBus(this, eventBus), eventPattern, queues })

    if (inbox !== undefined) {
      this.inboxTable = inboxTable(this, inbox)
      grantInbox(handlerFunction, { table: this.inboxTable, consumerName: name, effects: inbox.effects })
    }
    grantConsume(handlerFunction, this.queue)
    if (settings.hold !== undefined) grantSendOnly(handlerFunction, this.deadLetterQueue)
    for (const [variable, value] of Object.entries(consumerEnvironment(settings, this)))
      handlerFunction.addEnvironment(variable, value)
    this.mapping = consumerMapping(this, settings, this)
    this.node.addValidation({ validate: () => sharedNameFaults(this, this.#allConsumers()) })
  }

  /**
   * Lets a role that may operate the outbox (`outbox.grantOperate(role)`) replay events into this consumer's queue:
   * `outbox replay --to`.
   *
   * @throws when the grantee has no policy
   */
  grantReplay(grantee: IGrantable): Grant {
    return grantReplay(grantee, this)
  }

  #allConsumers(): OutboxConsumer[] {
    return this.node.root.node.findAll().filter((construct) => construct instanceof OutboxConsumer)
  }
}
