import { isRecord } from '../../record.js'
import { foldCase } from './ignore-case-text.js'
import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, valueMatcher } from './matcher.js'
import { wildcardTest } from './wildcard.js'

/**
 * `{ "anything-but": … }`: a field that exists and whose value is none of those named. A number or `null` passes
 * a list of strings, a string passes a list of numbers.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html#eb-filtering-anything-but
 */
export function anythingBut(argument: unknown): Matcher {
  if (typeof argument === 'string' || typeof argument === 'number') return noneOf([argument])
  if (Array.isArray(argument)) return noneOf(argument)
  if (!isRecord(argument)) throw mustBeValue()
  const [operator, ...more] = Object.keys(argument)
  if (operator === undefined) throw invalidPattern('Anything-But expression name not found')
  const test = negatedTest(operator, argument[operator])
  if (more.length > 0) throw invalidPattern('Only one key allowed in match expression')
  return valueMatcher((value) => typeof value !== 'string' || !test(value))
}

function noneOf(values: readonly unknown[]): Matcher {
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw invalidPattern('Inside anything but list, start|null|boolean is not supported.')
    }
  }
  if (new Set(values.map((value) => typeof value)).size !== 1) {
    throw invalidPattern(
      'Inside anything but list, either all values are number or string, mixed type is not supported',
    )
  }
  const excluded = new Set(values)
  return valueMatcher((value) => !excluded.has(value))
}

function negatedTest(operator: string, argument: unknown): (value: string) => boolean {
  if (isRecord(argument)) throw mustBeValue()
  const list: readonly unknown[] = Array.isArray(argument) ? argument : [argument]
  if (list.length === 0) throw invalidPattern(`Empty arrays are not allowed`)
  const tests = list.map((text) => singleTest(operator, text))
  return (value) => tests.some((test) => test(value))
}

function singleTest(operator: string, text: unknown): (value: string) => boolean {
  if (operator === 'wildcard') return wildcardTest(text)
  if (operator === 'equals-ignore-case') {
    if (typeof text !== 'string') {
      throw invalidPattern(
        'Inside anything-but/equals-ignore-case list, number|start|null|boolean is not supported.',
      )
    }
    const folded = foldCase(text)
    return (value) => foldCase(value) === folded
  }
  if (operator !== 'prefix' && operator !== 'suffix') {
    throw invalidPattern(`Unsupported anything-but pattern: ${operator}`)
  }
  if (typeof text !== 'string') throw invalidPattern('prefix/suffix match pattern must be a string')
  if (text === '') throw invalidPattern('Null prefix/suffix not allowed')
  return operator === 'prefix' ? (value) => value.startsWith(text) : (value) => value.endsWith(text)
}

function mustBeValue(): Error {
  return invalidPattern('Value of anything-but must be an array or single string/number value.')
}
