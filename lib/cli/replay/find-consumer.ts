import { paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import pMap from 'p-map'
import { ENVIRONMENT } from '../../environment.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import type { AwsClients } from '../operate/aws-clients.js'
import { CliError } from '../operate/cli-error.js'
import { isDenied } from '../operate/is-denied.js'
import { queueUrl } from '../operate/queue-url.js'
import { stackFunctions } from '../operate/stack-functions.js'
import { variable } from '../operate/variable.js'

/** The queue of a consumer, and what it takes. */
export interface ConsumerQueue {
  readonly queueUrl: string
  readonly isFifo: boolean
  /** Of one message. Bytes. */
  readonly maxMessageBytes: number
}

const CONCURRENT_CALLS = 5
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const DEFAULT_MAX_MESSAGE_BYTES: number = 1024 * 1024

/** As `ReplayPlan` has it. */
type Wanted = NonNullable<ReplayPlan['consumer']>

/**
 * The queue from which the consumer's function is invoked: its rule fills it. Found by the name that the function is
 * told, and by the stack's mappings, for one of an alias is not listed with the function. A function may read other
 * queues, too: which one its rule fills it is told where it may hold messages back; else a person must tell.
 *
 * @throws CliError when there is no such consumer, or more than one, or a choice of queues
 * @throws the SDK's error
 */
export async function findConsumer(
  clients: AwsClients,
  { name, stack, queueUrl: told }: Wanted,
): Promise<ConsumerQueue> {
  const consumers = (await stackFunctions(clients, stack)).flatMap((fn) => {
    const consumer = variable(fn, ENVIRONMENT.consumerName)
    if (consumer === undefined) return []
    return [{ consumer, arn: fn.FunctionArn ?? '', ownQueueUrl: variable(fn, ENVIRONMENT.consumerQueueUrl) }]
  })
  const [fn, other] = consumers.filter(({ consumer }) => consumer === name)
  const names = [...new Set(consumers.map(({ consumer }) => consumer))].sort().join(', ')
  if (fn === undefined)
    throw new CliError(
      `Stack ${stack} has no consumer ${name}: ${names === '' ? 'it has none' : `it has ${names}`}. Give --consumer-stack if it lives in another`,
    )
  if (other !== undefined)
    throw new CliError(`Stack ${stack} has two consumers ${name}: give one of them another \`consumerName\``)
  const arns = (await mappingsOf(clients, stack)).flatMap(({ functionArn, sourceArn }) =>
    (functionArn === fn.arn || functionArn.startsWith(`${fn.arn}:`)) && sourceArn.split(':')[2] === 'sqs'
      ? [sourceArn]
      : [],
  )
  const wanted = told ?? fn.ownQueueUrl
  const [arn, another] = wanted === undefined ? arns : arns.filter((each) => nameOf(each) === nameOf(wanted))
  const queues = arns.map(nameOf).join(', ')
  if (arns.length === 0)
    throw new CliError(`Consumer ${name} of stack ${stack} reads no queue, so nothing can be put into it`)
  if (arn === undefined)
    throw new CliError(
      `Expected ${told === undefined ? `its ${ENVIRONMENT.consumerQueueUrl}` : '--to-queue'} to be a queue from which consumer ${name} of stack ${stack} reads, got ${wanted}: it reads ${queues}. Give --to-queue with the URL of one`,
    )
  if (another !== undefined)
    throw new CliError(
      `Consumer ${name} of stack ${stack} reads several queues: choose the one that its rule fills with --to-queue <url>. They are ${queues}`,
    )
  return describeQueue(clients, await queueUrl(clients, arn))
}

/** Of a queue's ARN, or its URL. */
function nameOf(queue: string): string {
  return queue.split(/[:/]/).at(-1) ?? queue
}

async function mappingsOf(
  { cloudFormation, lambda }: AwsClients,
  stack: string,
): Promise<{ readonly functionArn: string; readonly sourceArn: string }[]> {
  const ids: string[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: cloudFormation },
    { StackName: stack },
  ))
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Lambda::EventSourceMapping' && PhysicalResourceId !== undefined)
        ids.push(PhysicalResourceId)
  const found = await pMap(
    ids,
    async (UUID) => {
      try {
        const { FunctionArn = '', EventSourceArn = '' } = await lambda.send(
          new GetEventSourceMappingCommand({ UUID }),
        )
        return { functionArn: FunctionArn, sourceArn: EventSourceArn }
      } catch (error) {
        // Who may replay to this consumer need not see what else is in the stack.
        if (isDenied(error)) return undefined
        throw error
      }
    },
    { concurrency: CONCURRENT_CALLS },
  )
  return found.filter((mapping) => mapping !== undefined)
}

async function describeQueue({ sqs }: AwsClients, url: string): Promise<ConsumerQueue> {
  const isFifo = url.endsWith('.fifo')
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['MaximumMessageSize'] }),
  )
  return {
    queueUrl: url,
    isFifo,
    maxMessageBytes: Number(Attributes['MaximumMessageSize'] ?? DEFAULT_MAX_MESSAGE_BYTES),
  }
}
