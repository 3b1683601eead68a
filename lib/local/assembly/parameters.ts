import { LocalCloudError } from '../local-cloud-error.js'
import type { JsonRecord } from '../record.js'
import type { Template } from './template.js'

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
    // The value of an SSM parameter is in AWS; its default is only the path to it.
    if (type?.startsWith('AWS::SSM::Parameter::Value') === true) continue
    const value = given[name] ?? fallback
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

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

function isListType(type: string | undefined): boolean {
  return type === 'CommaDelimitedList' || type?.startsWith('List<') === true
}
