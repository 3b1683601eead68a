import { AwsError } from '../../aws-error.js'
import { optionalRecord, optionalString, requiredString } from '../../events/api-input.js'
import { parseArn } from '../../events/arn.js'
import { constraintError } from '../../events/constraint-error.js'
import { retryPolicy } from '../../events/targets/retry-policy.js'
import type { JsonRecord } from '../../record.js'
import type { RunLocation } from '../../run-location.js'
import type { ScheduleTarget, TargetCall } from './schedule-target.js'
import { universalOperation } from './universal-operation.js'

const ROLE = /^arn:aws(-[a-z]+)?:iam::\d{12}:role\/[\w+=,.@/-]+$/
/** A standard queue: the name of a FIFO queue has a dot. */
const DEAD_LETTER_QUEUE = /^arn:aws(-[a-z]+)?:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9\-_]+$/

/**
 * Checks a target as CreateSchedule does.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Target.html
 * @throws AwsError ValidationException
 */
export function parseScheduleTarget(definition: JsonRecord, home: RunLocation): ScheduleTarget {
  const arn = requiredString(definition, 'Arn')
  const roleArn = matching(requiredString(definition, 'RoleArn'), ROLE, 'target.roleArn')
  const input = optionalString(definition, 'Input')
  const call = targetCall(arn, definition, home)
  if (input !== undefined && (call.kind === 'invoke-function' || call.kind === 'put-events')) {
    checkJson(input, arn)
  }
  const deadLetterQueue = optionalString(optionalRecord(definition, 'DeadLetterConfig') ?? {}, 'Arn')
  if (deadLetterQueue !== undefined) {
    matching(deadLetterQueue, DEAD_LETTER_QUEUE, 'target.deadLetterConfig.arn')
  }
  return {
    arn,
    roleArn,
    ...(input !== undefined && { input }),
    call,
    retryPolicy: retryPolicy(optionalRecord(definition, 'RetryPolicy') ?? {}, 'target.retryPolicy'),
    ...(deadLetterQueue !== undefined && { deadLetterQueueArn: deadLetterQueue }),
    definition,
  }
}

function targetCall(arnText: string, definition: JsonRecord, home: RunLocation): TargetCall {
  const universal = universalOperation(arnText)
  if (universal !== undefined) return { kind: 'universal', ...universal }
  const arn = parseArn(arnText)
  if (arn === undefined) throw invalid(`Provided Arn is not in correct format: ${arnText}.`)
  if (arn.region !== home.region || arn.accountId !== home.accountId) {
    throw invalid(`${arnText} is not in account ${home.accountId}, Region ${home.region}.`)
  }
  const { service, resource } = arn
  if (service === 'lambda' && resource.startsWith('function:')) return { kind: 'invoke-function' }
  if (service === 'sqs') return sendMessage(resource, definition)
  if (service === 'events' && resource.startsWith('event-bus/')) return putEvents(definition)
  throw invalid(
    `${arnText} is of a kind that the local cloud does not deliver to. Use a Lambda function, an SQS queue, an event bus, or a universal target.`,
  )
}

function sendMessage(queueName: string, definition: JsonRecord): TargetCall {
  const messageGroupId = optionalString(optionalRecord(definition, 'SqsParameters') ?? {}, 'MessageGroupId')
  if (messageGroupId === undefined && queueName.endsWith('.fifo')) {
    throw invalid(`A FIFO queue needs SqsParameters with a MessageGroupId: ${queueName}.`)
  }
  return { kind: 'send-message', ...(messageGroupId !== undefined && { messageGroupId }) }
}

function putEvents(definition: JsonRecord): TargetCall {
  const parameters = optionalRecord(definition, 'EventBridgeParameters')
  if (parameters === undefined) throw invalid('An event bus needs EventBridgeParameters.')
  const source = requiredString(parameters, 'Source')
  const detailType = requiredString(parameters, 'DetailType')
  return { kind: 'put-events', source, detailType }
}

/** "If you are configuring a templated Lambda or EventBridge target, the input must be a well-formed JSON." */
function checkJson(input: string, arn: string): void {
  try {
    JSON.parse(input)
  } catch {
    throw invalid(`The Input for ${arn} is no well-formed JSON.`)
  }
}

function matching(value: string, pattern: RegExp, member: string): string {
  if (pattern.test(value)) return value
  throw constraintError(member, `satisfy regular expression pattern: ${pattern.source}`, value)
}

function invalid(reason: string): AwsError {
  return new AwsError('ValidationException', `Invalid request provided: ${reason}`)
}
