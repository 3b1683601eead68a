import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, valueMatcher } from './matcher.js'

/** "between -5.0e9 and +5.0e9 inclusive": other numbers match no numeric condition. */
const LARGEST = 5e9

/**
 * `{ "numeric": [">", 0, "<=", 5] }`: `=`, `<`, `<=`, `>`, `>=`, or a range whose lower bound comes first.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html#filtering-numeric-matching
 */
export function numeric(argument: unknown): Matcher {
  if (!Array.isArray(argument)) throw invalidPattern('Value of numeric must be an array.')
  const [operator, operand, upperOperator, upperOperand, ...more]: readonly unknown[] = argument
  if (typeof operator !== 'string') throw invalidPattern(`Invalid member in numeric match: ${operator}`)
  const first = comparison(operator, operand, `Unrecognized numeric range operator: ${operator}`)
  if (argument.length <= 2) return numberMatcher(first)
  if (operator !== '>' && operator !== '>=') throw invalidPattern('Too many elements in numeric expression')
  if (typeof upperOperator !== 'string') throw invalidPattern(`Bad value in numeric range: ${upperOperator}`)
  const badOperator = `Bad numeric range operator: ${upperOperator}`
  if (upperOperator !== '<' && upperOperator !== '<=') throw invalidPattern(badOperator)
  const second = comparison(upperOperator, upperOperand, badOperator)
  if (more.length > 0) throw invalidPattern('Too many terms in numeric range expression')
  if (Number(operand) >= Number(upperOperand)) throw invalidPattern('Bottom must be less than top')
  return numberMatcher((value) => first(value) && second(value))
}

function numberMatcher(test: (value: number) => boolean): Matcher {
  return valueMatcher((value) => typeof value === 'number' && Math.abs(value) <= LARGEST && test(value))
}

function comparison(operator: string, operand: unknown, unrecognized: string): (value: number) => boolean {
  const test = COMPARISONS.get(operator)
  if (test === undefined) throw invalidPattern(unrecognized)
  if (typeof operand !== 'number') {
    throw invalidPattern(`Value of ${operator === '=' ? 'equals' : operator} must be numeric`)
  }
  if (Math.abs(operand) > LARGEST) {
    throw invalidPattern('Value must be between -5.0E9 and 5.0E9, inclusive')
  }
  return (value) => test(value, operand)
}

const COMPARISONS: ReadonlyMap<string, (value: number, operand: number) => boolean> = new Map([
  ['=', (value, operand) => value === operand],
  ['<', (value, operand) => value < operand],
  ['<=', (value, operand) => value <= operand],
  ['>', (value, operand) => value > operand],
  ['>=', (value, operand) => value >= operand],
])
