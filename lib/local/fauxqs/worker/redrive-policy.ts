import { isRecord } from '../../record.js'
import type { SqsError, SqsErrorConstructor, SqsQueue, SqsStore } from './fauxqs-modules.js'

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string
  readonly maxReceiveCount: number
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const MAX_RECEIVE_COUNT = 1000
const MAX_SOURCE_QUEUES = 10

/** Undefined: the queue has none. */
export function redrivePolicyOf({ attributes }: Pick<SqsQueue, 'attributes'>): RedrivePolicy | undefined {
  const policy = parsed(attributes['RedrivePolicy'])
  const target = policy?.['deadLetterTargetArn']
  const maxReceiveCount = Number(policy?.['maxReceiveCount'])
  if (typeof target !== 'string' || !Number.isInteger(maxReceiveCount)) return undefined
  return { deadLetterTargetArn: target, maxReceiveCount }
}

/** The queues whose redrive policy names this one. */
export function deadLetterSources(store: SqsStore, queueArn: string): SqsQueue[] {
  return store.listQueues().filter((queue) => redrivePolicyOf(queue)?.deadLetterTargetArn === queueArn)
}

/** What CreateQueue and SetQueueAttributes refuse. @throws SqsError InvalidParameterValue */
export function assertRedrivePolicies(
  attributes: Readonly<Record<string, string>>,
  queueName: string,
  queueArn: string,
  store: SqsStore,
  SqsErrorClass: SqsErrorConstructor,
): void {
  const invalid = (name: string, reason: string): SqsError =>
    new SqsErrorClass(
      'InvalidParameterValue',
      `Value ${attributes[name]} for parameter ${name} is invalid. Reason: ${reason}`,
    )
  if (attributes['RedrivePolicy'] !== undefined && attributes['RedrivePolicy'] !== '') {
    const policy = redrivePolicyOf({ attributes })
    if (policy === undefined)
      throw invalid('RedrivePolicy', 'It must be JSON with deadLetterTargetArn and maxReceiveCount.')
    if (policy.maxReceiveCount < 1 || policy.maxReceiveCount > MAX_RECEIVE_COUNT)
      throw invalid('RedrivePolicy', `Invalid value for maxReceiveCount: 1 to ${MAX_RECEIVE_COUNT}.`)
    const target = store.getQueueByArn(policy.deadLetterTargetArn)
    if (target === undefined) throw invalid('RedrivePolicy', 'Dead letter target does not exist.')
    if (target.isFifo() !== queueName.endsWith('.fifo'))
      throw invalid('RedrivePolicy', 'Dead-letter queue must be same type of queue as the source.')
    if (!allows(target, queueArn))
      throw invalid('RedrivePolicy', "The dead-letter queue's redrive allow policy excludes this queue.")
  }
  if (attributes['RedriveAllowPolicy'] !== undefined) {
    const sources = parsed(attributes['RedriveAllowPolicy'])?.['sourceQueueArns'] ?? []
    if (!Array.isArray(sources) || sources.length > MAX_SOURCE_QUEUES)
      throw invalid(
        'RedriveAllowPolicy',
        `sourceQueueArns must be a list of at most ${MAX_SOURCE_QUEUES} ARNs.`,
      )
  }
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html */
function allows(target: SqsQueue, sourceArn: string): boolean {
  const policy = parsed(target.attributes['RedriveAllowPolicy'])
  switch (policy?.['redrivePermission']) {
    case 'denyAll':
      return false
    case 'byQueue': {
      const sources = policy['sourceQueueArns']
      return Array.isArray(sources) && sources.includes(sourceArn)
    }
    default:
      return true
  }
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
