import { InvalidExpression } from './invalid-expression.js'

/** What one field of a cron expression may hold. */
export interface FieldRange {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  /** Names of the values, from the minimum on: `SUN`, `MON`, … */
  readonly names?: readonly string[]
  /** Whether a range may go over the end, as in `20-2` or `FRI-MON`. */
  readonly wraps: boolean
}

/**
 * The values of a field, ascending: numbers, names, `*`, ranges (`1-5`), increments (`0/15`, `8-17/2`) and lists of them.
 * @throws InvalidExpression
 */
export function fieldValues(text: string, range: FieldRange): readonly number[] {
  const values = new Set(text.split(',').flatMap((element) => elementValues(element, range)))
  return [...values].sort((a, b) => a - b)
}

/** @throws InvalidExpression */
export function fieldValue(text: string, { name, minimum, maximum, names = [] }: FieldRange): number {
  const named = names.indexOf(text.toUpperCase())
  const value = named === -1 ? Number(text) : minimum + named
  if (/^\d+$/.test(text) || named !== -1) {
    if (value >= minimum && value <= maximum) return value
  }
  throw new InvalidExpression(
    `Expected \`${name}\` to have values from ${minimum} to ${maximum}, got \`${text}\``,
  )
}

function elementValues(element: string, range: FieldRange): readonly number[] {
  const { minimum, maximum } = range
  const [span = '', step, ...more] = element.split('/')
  if (more.length > 0) throw invalid(element, range)
  if (step !== undefined && !/^[1-9]\d*$/.test(step)) throw invalid(element, range)
  const all = span === '*' ? sequence(minimum, maximum, range) : spanValues(span, step !== undefined, range)
  return step === undefined ? all : all.filter((_value, index) => index % Number(step) === 0)
}

/** `5` with an increment goes on to the end of the field. */
function spanValues(span: string, open: boolean, range: FieldRange): readonly number[] {
  const [first = '', last, ...more] = span.split('-')
  if (more.length > 0) throw invalid(span, range)
  const start = fieldValue(first, range)
  if (last !== undefined) return sequence(start, fieldValue(last, range), range)
  return open ? sequence(start, range.maximum, range) : [start]
}

function sequence(start: number, end: number, range: FieldRange): readonly number[] {
  const { minimum, maximum, wraps } = range
  if (start <= end) return Array.from({ length: end - start + 1 }, (_, index) => start + index)
  if (!wraps) throw invalid(`${start}-${end}`, range)
  return [...sequence(start, maximum, range), ...sequence(minimum, end, range)]
}

function invalid(text: string, { name }: FieldRange): InvalidExpression {
  return new InvalidExpression(`Expected \`${name}\` to be *, values, ranges and increments, got \`${text}\``)
}
