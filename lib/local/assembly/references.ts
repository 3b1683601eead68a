import { isRecord } from '../record.js'
import { intrinsicOf } from './intrinsic.js'
import { substitutedNames } from './substitute.js'

/**
 * The logical ids that a value refers to by `Ref`, `Fn::GetAtt` or `Fn::Sub`. Of an `Fn::If` only the branch that
 * its condition chooses counts.
 */
export function referencedIds(value: unknown, condition: (name: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>()

  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) inner.forEach(visit)
    if (!isRecord(inner)) return
    const { name, argument } = intrinsicOf(inner) ?? { name: 'none', argument: Object.values(inner) }
    if (name === 'Ref') found.add(String(argument))
    else if (name === 'Fn::GetAtt') found.add(logicalIdOf(argument))
    else if (name === 'Fn::If' && Array.isArray(argument))
      visit(argument[condition(String(argument[0])) ? 1 : 2])
    else if (name === 'Fn::Sub') {
      const [template, variables] = Array.isArray(argument) ? argument : [argument]
      const own = isRecord(variables) ? variables : {}
      for (const substituted of substitutedNames(String(template), own)) found.add(logicalIdOf(substituted))
      visit(own)
    } else visit(argument)
  }

  visit(value)
  return found
}

function logicalIdOf(attribute: unknown): string {
  return String(Array.isArray(attribute) ? attribute[0] : String(attribute).split('.')[0])
}
