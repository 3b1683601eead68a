import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'

/** @throws AwsError InvalidParameterValueException for what the local cloud would ignore */
export function assertMembers(input: JsonRecord, known: ReadonlySet<string>): void {
  const unknown = Object.keys(input).find((member) => !known.has(member))
  if (unknown === undefined) return
  throw new AwsError(
    'InvalidParameterValueException',
    `The local cloud does not emulate \`${unknown}\` of an event source mapping. It takes: ${[...known].join(', ')}.`,
  )
}
