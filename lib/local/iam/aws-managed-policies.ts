import type { JsonRecord } from '../record.js'

const LOGS = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents']

/**
 * Policies that AWS maintains, as far as functions commonly have them, by the part of the ARN after `policy/`.
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html
 */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  AdministratorAccess: ['*'],
  AWSXRayDaemonWriteAccess: [
    'xray:PutTraceSegments',
    'xray:PutTelemetryRecords',
    'xray:GetSamplingRules',
    'xray:GetSamplingTargets',
    'xray:GetSamplingStatisticSummaries',
  ],
  CloudWatchLambdaInsightsExecutionRolePolicy: LOGS,
  'service-role/AWSLambdaBasicExecutionRole': LOGS,
  'service-role/AWSLambdaDynamoDBExecutionRole': [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    ...LOGS,
  ],
  'service-role/AWSLambdaSQSQueueExecutionRole': [
    'sqs:ReceiveMessage',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    ...LOGS,
  ],
  'service-role/AWSLambdaVPCAccessExecutionRole': [
    ...LOGS,
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ],
}

/** Made once, so that a statement can be known again by identity. */
const STATEMENTS: ReadonlyMap<string, readonly JsonRecord[]> = new Map(
  Object.entries(ACTIONS).map(([name, actions]) => [
    name,
    [{ Effect: 'Allow', Action: actions, Resource: '*' }],
  ]),
)

/** The statements of a policy with an ARN of the form `arn:aws:iam::aws:policy/…`. */
export function awsManagedPolicy(policyArn: string): readonly JsonRecord[] | undefined {
  const [, name] = /^arn:[^:]+:iam::aws:policy\/(.+)$/.exec(policyArn) ?? []
  return name === undefined ? undefined : STATEMENTS.get(name)
}

/** AWS's own statements are nobody's to narrow. */
export function isAwsManaged(statement: JsonRecord): boolean {
  for (const statements of STATEMENTS.values()) if (statements.includes(statement)) return true
  return false
}
