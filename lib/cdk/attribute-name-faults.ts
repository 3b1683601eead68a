import { Token } from 'aws-cdk-lib'
import type { KeyNames } from '../environment.js'
import { ATTRIBUTE } from '../store/layout.js'
import { fault } from './value-faults.js'

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const ATTRIBUTE_NAME_MAX_CHARACTERS = 255

/** @param parent path of the property that has `keys` and `ttlAttribute`, with its dot; empty for the props themselves */
export function attributeNameFaults(
  parent: string,
  { keys, ttlAttribute }: { readonly keys: KeyNames; readonly ttlAttribute: string },
): string[] {
  const names = [
    ['keys.partitionKey', keys.partitionKey],
    ...(keys.sortKey === undefined ? [] : [['keys.sortKey', keys.sortKey] as const]),
    ['ttlAttribute', ttlAttribute],
  ] as const
  const ours = new Set<string>(Object.values(ATTRIBUTE))
  return names.flatMap(([name, value], index) => {
    const path = `${parent}${name}`
    if (Token.isUnresolved(value)) return [fault(path, 'be known at synth', value)]
    if (value.length < 1 || value.length > ATTRIBUTE_NAME_MAX_CHARACTERS)
      return [fault(path, `have 1 to ${ATTRIBUTE_NAME_MAX_CHARACTERS} characters`, value)]
    if (ours.has(value)) return [fault(path, 'be no attribute of the outbox itself', value)]
    const earlier = names.slice(0, index).find(([, other]) => other === value)
    return earlier === undefined ? [] : [fault(path, `differ from \`${parent}${earlier[0]}\``, value)]
  })
}
