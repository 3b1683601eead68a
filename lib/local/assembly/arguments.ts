import { LocalCloudError } from '../local-cloud-error.js'

/** @throws LocalCloudError naming the intrinsic function whose argument is no list */
export function listArgument(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new LocalCloudError(`Expected the argument of ${name} to be a list.`)
  return value
}

/** Numbers and booleans become text, as CloudFormation does it. @throws LocalCloudError for anything else */
export function textArgument(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new LocalCloudError(`Expected ${name} to get text, got ${JSON.stringify(value) ?? String(value)}.`)
}
