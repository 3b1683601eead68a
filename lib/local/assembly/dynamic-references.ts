import { isRecord } from '../record.js'

/** `{{resolve:ssm:/shop/name:3}}` */
const REFERENCE: RegExp = /\{\{resolve:([a-z-]+):([^{}]+)\}\}/g

export interface DynamicReferences {
  /** Values of SSM parameters by their names. */
  readonly ssmParameters: ReadonlyMap<string, string>
  /** Told of each reference that stays as it is. */
  readonly onUnknown: (reference: string) => void
}

/**
 * The value with its dynamic references replaced, as far as the stacks themselves hold the values. A version is not
 * looked at: a parameter has only one here.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
 */
export function resolveDynamicReferences(value: unknown, references: DynamicReferences): unknown {
  const resolve = (inner: unknown): unknown => resolveDynamicReferences(inner, references)
  if (Array.isArray(value)) return value.map(resolve)
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]))
  }
  if (typeof value !== 'string') return value
  return value.replace(REFERENCE, (reference, service: string, argument: string) => {
    const name = argument.replace(/:\d+$/, '')
    const known = service === 'ssm' ? references.ssmParameters.get(name) : undefined
    if (known === undefined) references.onUnknown(reference)
    return known ?? reference
  })
}
