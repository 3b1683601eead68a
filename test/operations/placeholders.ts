import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { RunbookCloud } from './runbook-cloud.js'

const PLACEHOLDER = /<([^<>]+)>/g
const CONSUMER = 'consumer '
const ARN = ' ARN'

/**
 * A command with the names of the stack in place of those in angle brackets, as the page says how to find them.
 * @param names others, by what stands in the brackets
 * @throws for a name that nobody gives and that is no resource of the stack
 */
export async function placeholders(
  fixture: RunbookCloud,
  command: string,
  names: Readonly<Record<string, string>>,
): Promise<string> {
  const { cloud, outboxName, tableName } = fixture
  const known: Readonly<Record<string, string>> = {
    stack: 'Shop',
    outbox: outboxName,
    table: tableName,
    region: cloud.region,
    now: new Date(cloud.clock.now()).toISOString(),
    ...names,
  }
  let filled = command
  for (const [text, name = ''] of command.matchAll(PLACEHOLDER))
    filled = filled.replace(text, known[name] ?? (await physical(fixture, name)))
  return filled
}

async function physical(fixture: RunbookCloud, name: string): Promise<string> {
  if (name.endsWith(ARN)) return queueArn(fixture, await physical(fixture, name.slice(0, -ARN.length)))
  const owner = name.startsWith(CONSUMER) ? 'OutboxIdle' : 'Outbox'
  const logicalId = new RegExp(`^${owner}${name.replace(CONSUMER, '')}[0-9A-F]{8}$`)
  const found = allResources(fixture).filter((resource) => logicalId.test(resource.logicalId))
  const [only, ...others] = found
  if (only === undefined || others.length > 0)
    throw new Error(`Expected one resource of the stack to be <${name}>, got ${found.length}`)
  return only.ref
}

function allResources({ cloud }: RunbookCloud) {
  return [
    'AWS::DynamoDB::GlobalTable',
    'AWS::Events::EventBus',
    'AWS::Lambda::EventSourceMapping',
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
    'AWS::Scheduler::Schedule',
    'AWS::SQS::Queue',
  ].flatMap((type) => cloud.resources(type))
}

async function queueArn({ queues }: RunbookCloud, QueueUrl: string): Promise<string> {
  const { Attributes = {} } = await queues.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  )
  return Attributes['QueueArn'] ?? ''
}
