import { isList, type Series, type Value } from './series.js'

type Operation = (left: number, right: number) => number

const truth = (holds: boolean): number => (holds ? 1 : 0)

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  '&&': (left, right) => truth(left !== 0 && right !== 0),
  '||': (left, right) => truth(left !== 0 || right !== 0),
}

/**
 * Of two series: where both have a value. What is no number, a division by zero for example, is no value. A list takes
 * part series by series.
 */
export function operate(operator: string, left: Value, right: Value): Value {
  const operation = OPERATIONS[operator] ?? (() => Number.NaN)
  if (isList(left)) return left.map((series) => oneSeries(operate(operator, series, right)))
  if (isList(right)) return right.map((series) => oneSeries(operate(operator, left, series)))
  if (typeof left === 'number' && typeof right === 'number') return operation(left, right)
  if (typeof left === 'number') return mapped(right as Series, (value) => operation(left, value))
  if (typeof right === 'number') return mapped(left, (value) => operation(value, right))
  return mapped(left, (value, at) => {
    const other = right.values.get(at)
    return other === undefined ? Number.NaN : operation(value, other)
  })
}

export function mapped(series: Series, map: (value: number, at: number) => number): Series {
  const values = new Map<number, number>()
  for (const [at, value] of series.values) {
    const result = map(value, at)
    if (Number.isFinite(result)) values.set(at, result)
  }
  return { ...series, values }
}

function oneSeries(value: Value): Series {
  if (typeof value !== 'number' && !isList(value)) return value
  throw new TypeError('an operation on a series gives a series')
}
