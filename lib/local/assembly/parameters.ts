import { LocalCloudError } from '../local-cloud-error.js'
import type { JsonRecord } from '../record.js'
import type { Template } from './template.js'

/** `AWS::SSM::Parameter::Value<String>`: the parameter is the name of an SSM parameter, its value is that one's. */
const SSM_VALUE = 'AWS::SSM::Parameter::Value'

/** Where a stack runs: the values of its pseudo parameters. */
export interface StackIdentity {
  readonly stackName: string
  readonly stackId: string
  readonly region: string
  readonly accountId: string
}

/**
 * The values that `Ref` of a parameter or a pseudo parameter gives.
 * @throws LocalCloudError naming the parameters that have neither a value nor a default
 */
export function parameterValues(
  template: Template,
  given: JsonRecord,
  identity: StackIdentity,
  ssmParameters: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, unknown> {
  const partition = partitionOf(identity.region)
  const values = new Map<string, unknown>([
    ['AWS::Region', identity.region],
    ['AWS::AccountId', identity.accountId],
    ['AWS::Partition', partition],
    ['AWS::URLSuffix', partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'],
    ['AWS::StackName', identity.stackName],
    ['AWS::StackId', identity.stackId],
    ['AWS::NotificationARNs', []],
  ])
  const missing: string[] = []
  for (const [name, { Type: type, Default: fallback }] of Object.entries(template.Parameters ?? {})) {
    const chosen = given[name] ?? fallback
    const fromSsm = type?.startsWith(SSM_VALUE) === true
    const value = fromSsm ? ssmParameters.get(String(chosen)) : chosen
    // Only AWS knows an SSM parameter that no stack made: whoever refers to it is told so.
    if (value === undefined && fromSsm) continue
    if (value === undefined) missing.push(name)
    else values.set(name, isListType(type) && typeof value === 'string' ? value.split(',') : value)
  }
  if (missing.length > 0) {
    throw new LocalCloudError(
      `Stack ${identity.stackName} has parameters without a value or a default: ${missing.join(', ')}.`,
    )
  }
  return values
}

/** The values of the parameters that the template declares, as CloudFormation shows them. */
export function declaredParameters(
  template: Template,
  values: ReadonlyMap<string, unknown>,
): Readonly<Record<string, string>> {
  const declared: Record<string, string> = {}
  for (const [name, { Default: fallback = '' }] of Object.entries(template.Parameters ?? {})) {
    const value = values.get(name) ?? fallback
    declared[name] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return declared
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

function isListType(type: string | undefined): boolean {
  const inner = type?.startsWith(SSM_VALUE) === true ? type.slice(SSM_VALUE.length + 1) : type
  return inner?.startsWith('CommaDelimitedList') === true || inner?.startsWith('List<') === true
}
