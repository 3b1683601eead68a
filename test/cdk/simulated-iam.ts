import { type EvaluationResult, runSimulation } from '@cloud-copilot/iam-simulate'
import type { Template } from 'aws-cdk-lib/assertions'
import { resource } from './fixture.js'

const ACCOUNT = '111122223333'

const ARNS: Readonly<Record<string, string>> = {
  OutboxTable: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/orders`,
  OutboxEventBus: `arn:aws:events:eu-west-1:${ACCOUNT}:event-bus/orders`,
  OutboxDeadLetterQueue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:dead-letters`,
  OutboxRelayFailureQueue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:relay-failures`,
  OutboxRedriveQueue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:redrive`,
  OutboxShippingDeadLetterQueue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:shipping-dead-letters`,
  OutboxShippingInbox: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/inbox`,
  OutboxShippingQueue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:shipping`,
  OutboxArchive: 'arn:aws:s3:::archive',
  OutboxSweeper: `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:sweeper`,
}

/** What `Ref` gives. */
const REFERENCES: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  OutboxRelayMapping: 'mapping-of-the-relay',
}

export const TABLE: string = ARNS['OutboxTable'] ?? ''

export interface Attempt {
  readonly action: string
  readonly resource?: string
  /** Partition keys of all items of the request: what DynamoDB gives as `dynamodb:LeadingKeys`. */
  readonly keys?: readonly string[]
  /** Set by DynamoDB for an action of a transaction only. */
  readonly enclosing?: string
}

/** Evaluates a synthesised policy as IAM does. */
export function simulator(
  template: Template,
  policyIdPrefix: string,
): (attempt: Attempt) => Promise<EvaluationResult> {
  const { PolicyDocument } = resource(template, 'AWS::IAM::Policy', policyIdPrefix).Properties
  const policy = concrete(PolicyDocument)
  return async ({ action, resource = TABLE, keys, enclosing }) => {
    const contextVariables: Record<string, string | string[]> = {}
    if (keys !== undefined) contextVariables['dynamodb:LeadingKeys'] = [...keys]
    if (enclosing !== undefined) contextVariables['dynamodb:EnclosingOperation'] = enclosing
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:iam::${ACCOUNT}:role/tested`,
          action,
          resource: { resource, accountId: ACCOUNT },
          contextVariables,
        },
        identityPolicies: [{ name: 'tested', policy }],
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    )
    if (result.resultType === 'error') throw new Error(JSON.stringify(result.errors))
    return result.overallResult
  }
}

/** The ARNs that the deployment would put in. */
function concrete(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(concrete)
  if (typeof value !== 'object' || value === null) return value
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join, Ref: reference } = value as Record<string, unknown>
  if (Array.isArray(attribute)) return arnOf(String(attribute[0]), String(attribute[1]))
  if (Array.isArray(join)) return (concrete(join[1]) as string[]).join(String(join[0]))
  if (typeof reference === 'string') return byPrefix(REFERENCES, reference)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, concrete(inner)]))
}

function arnOf(logicalId: string, attribute: string): string {
  const arn = byPrefix(ARNS, logicalId)
  return attribute === 'StreamArn' ? `${arn}/stream/1` : arn
}

function byPrefix(values: Readonly<Record<string, string>>, logicalId: string): string {
  const value = Object.entries(values).find(([prefix]) => logicalId.startsWith(prefix))?.[1]
  if (value === undefined) throw new Error(`Nothing is known of ${logicalId}`)
  return value
}
