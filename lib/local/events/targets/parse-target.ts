import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalRecord, optionalString, requiredString } from '../api-input.js'
import { type Arn, parseArn } from '../arn.js'
import { constraintError } from '../constraint-error.js'
import { messageGroupId } from './message-group-id.js'
import { retryPolicy } from './retry-policy.js'
import type { Target, TargetKind } from './target.js'
import { targetInput } from './target-input.js'

/** Where the target and its dead-letter queue must be: this local cloud is one account in one Region. */
export interface Home {
  readonly region: string
  readonly accountId: string
}

/**
 * Checks a target as PutTargets does. Kinds of target that this local cloud cannot serve are refused by name.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html
 * @throws AwsError ValidationException
 */
export function parseTarget(definition: JsonRecord, index: number, home: Home): Target {
  const member = `targets.${index + 1}.member`
  const id = requiredString(definition, 'Id')
  if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(id)) {
    throw constraintError(`${member}.id`, 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', id)
  }
  const arnText = requiredString(definition, 'Arn')
  const arn = parseArn(arnText)
  if (arn === undefined) {
    throw new AwsError(
      'ValidationException',
      `Parameter ${arnText} is not valid. Reason: Provided Arn is not in correct format.`,
    )
  }
  const kind = targetKind(arn, arnText, id, home)
  const input = targetInput(definition, id)
  if (kind === 'event-bus' && ['Input', 'InputPath', 'InputTransformer'].some((name) => name in definition)) {
    throw invalid(`Target ${id} is an event bus: this local cloud passes whole events to it only.`)
  }
  const groupId = optionalString(optionalRecord(definition, 'SqsParameters') ?? {}, 'MessageGroupId')
  if (arn.resource.endsWith('.fifo') && kind === 'queue' && groupId === undefined) {
    throw invalid(`Parameter(s) SqsParameters must be specified for target: ${id}.`)
  }
  const deadLetterQueueArn = optionalString(optionalRecord(definition, 'DeadLetterConfig') ?? {}, 'Arn')
  if (deadLetterQueueArn !== undefined) checkDeadLetterQueue(deadLetterQueueArn, home)
  const roleArn = optionalString(definition, 'RoleArn')
  return {
    id,
    arn: arnText,
    kind,
    input,
    ...(groupId !== undefined && { messageGroupId: messageGroupId(groupId, id) }),
    retryPolicy: retryPolicy(optionalRecord(definition, 'RetryPolicy') ?? {}, `${member}.retryPolicy`),
    ...(deadLetterQueueArn !== undefined && { deadLetterQueueArn }),
    ...(roleArn !== undefined && { roleArn }),
    definition,
  }
}

function targetKind(arn: Arn, arnText: string, id: string, home: Home): TargetKind {
  const kind = kindOf(arn)
  if (kind === undefined) {
    throw invalid(
      `Target ${id} (${arnText}) is of a kind that this local cloud does not deliver to. Use an SQS queue, a Lambda function or an event bus.`,
    )
  }
  if (arn.region !== home.region || arn.accountId !== home.accountId) {
    throw invalid(`Target ${id} (${arnText}) is not in account ${home.accountId}, Region ${home.region}.`)
  }
  return kind
}

function kindOf({ service, resource }: Arn): TargetKind | undefined {
  if (service === 'sqs') return 'queue'
  if (service === 'lambda' && resource.startsWith('function:')) return 'function'
  if (service === 'events' && resource.startsWith('event-bus/')) return 'event-bus'
  return undefined
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html: a standard queue, same Region. */
function checkDeadLetterQueue(arnText: string, home: Home): void {
  const arn = parseArn(arnText)
  if (arn?.service !== 'sqs') {
    throw invalid(`${arn?.service ?? arnText} is not supported as a dead letter resource.`)
  }
  if (arn.resource.endsWith('.fifo')) throw invalid('SQS FIFO is not supported by Dead Letter Queues.')
  if (arn.region !== home.region || arn.accountId !== home.accountId) {
    throw invalid(`Dead-letter queue ${arnText} is not in account ${home.accountId}, Region ${home.region}.`)
  }
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message)
}
