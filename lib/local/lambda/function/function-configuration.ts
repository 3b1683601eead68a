import { randomUUID } from 'node:crypto'
import { isRecord, type JsonRecord } from '../../record.js'
import {
  DEFAULT_MEMORY_MEGABYTES,
  DEFAULT_TIMEOUT_SECONDS,
  MAXIMUM_MEMORY_MEGABYTES,
  MAXIMUM_TIMEOUT_SECONDS,
} from '../lambda-limits.js'
import {
  invalidProperty,
  optionalInteger,
  optionalList,
  optionalRecord,
  optionalText,
  requiredText,
} from '../properties.js'

/** What is fixed for all execution environments of a function. */
export interface FunctionConfiguration {
  readonly functionName: string
  readonly functionArn: string
  readonly logicalId: string
  readonly handler: string
  /** `nodejs24.x` */
  readonly runtime: string
  readonly role: string
  readonly description: string
  readonly taskRoot: string
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  /** Absent: the function takes what the account has. */
  readonly reservedConcurrency?: number
  readonly environment: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  readonly architectures: readonly string[]
  readonly loggingConfig: JsonRecord
  readonly logGroupName: string
  readonly revisionId: string
}

export interface FunctionIdentity {
  readonly functionName: string
  readonly functionArn: string
  readonly logicalId: string
  readonly taskRoot: string
}

/**
 * Reads the properties of an `AWS::Lambda::Function`.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-function.html
 * @throws AwsError InvalidParameterValueException
 */
export function functionConfiguration(
  properties: JsonRecord,
  identity: FunctionIdentity,
): FunctionConfiguration {
  const runtime = requiredText(properties, 'Runtime')
  if (!runtime.startsWith('nodejs')) throw invalidProperty('Runtime', 'a Node.js runtime', runtime)
  const loggingConfig = optionalRecord(properties, 'LoggingConfig')
  const reservedConcurrency = optionalInteger(properties, 'ReservedConcurrentExecutions', {
    minimum: 0,
    maximum: 1_000_000,
  })
  const { functionName, functionArn, logicalId, taskRoot } = identity
  return {
    functionName,
    functionArn,
    logicalId,
    taskRoot,
    handler: requiredText(properties, 'Handler'),
    runtime,
    role: optionalText(properties, 'Role') ?? '',
    description: optionalText(properties, 'Description') ?? '',
    timeoutSeconds:
      optionalInteger(properties, 'Timeout', { minimum: 1, maximum: MAXIMUM_TIMEOUT_SECONDS }) ??
      DEFAULT_TIMEOUT_SECONDS,
    memoryMegabytes:
      optionalInteger(properties, 'MemorySize', {
        minimum: DEFAULT_MEMORY_MEGABYTES,
        maximum: MAXIMUM_MEMORY_MEGABYTES,
      }) ?? DEFAULT_MEMORY_MEGABYTES,
    ...(reservedConcurrency === undefined ? {} : { reservedConcurrency }),
    environment: variables(optionalRecord(properties, 'Environment')),
    tags: tags(optionalList(properties, 'Tags')),
    architectures: Array.isArray(properties['Architectures'])
      ? properties['Architectures'].map(String)
      : ['x86_64'],
    loggingConfig,
    logGroupName: optionalText(loggingConfig, 'LogGroup') ?? `/aws/lambda/${identity.functionName}`,
    revisionId: randomUUID(),
  }
}

function tags(list: readonly unknown[]): Record<string, string> {
  const pairs = list.filter(isRecord).map(({ Key: key, Value: value }) => [String(key), String(value ?? '')])
  return Object.fromEntries(pairs)
}

function variables(environment: JsonRecord): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(optionalRecord(environment, 'Variables'))) {
    // A secret may be in it: the message names the variable, never its value.
    if (typeof value === 'object')
      throw invalidProperty(`Environment.Variables.${name}`, 'text', typeof value)
    texts[name] = String(value)
  }
  return texts
}
