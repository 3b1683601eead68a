import type { AwsError } from '../../aws-error.js'
import type { TimeRange } from '../metric-store.js'
import { mapped } from './arithmetic.js'
import { isList, type Series, type Value } from './series.js'

export interface FunctionContext {
  readonly range: TimeRange
  /** Seconds. */
  readonly period: number
  readonly fail: (reason: string) => AwsError
}

type MathFunction = (args: readonly (Value | string)[], context: FunctionContext) => Value

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html */
export const FUNCTIONS: Readonly<Record<string, MathFunction>> = {
  SUM: aggregate((values) => values.reduce((sum, value) => sum + value, 0)),
  AVG: aggregate((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
  MIN: aggregate((values) => Math.min(...values)),
  MAX: aggregate((values) => Math.max(...values)),
  ABS: each(Math.abs),
  CEIL: each(Math.ceil),
  FLOOR: each(Math.floor),
  FILL: fill,
  IF: choose,
  PERIOD: ([series], { fail }) => {
    if (series === undefined || typeof series !== 'object' || isList(series))
      throw fail('PERIOD takes one series')
    return series.period
  },
}

/** Of one series a number; of a list a series: at each time, over those that have a value. */
function aggregate(combine: (values: readonly number[]) => number): MathFunction {
  return (args, { fail }) => {
    const [value] = args
    if (args.length !== 1 || value === undefined || typeof value !== 'object')
      throw fail('it aggregates one series or a list of series')
    if (!isList(value)) return value.values.size === 0 ? Number.NaN : combine([...value.values.values()])
    const byTime = new Map<number, number[]>()
    for (const series of value) {
      for (const [at, one] of series.values) byTime.set(at, [...(byTime.get(at) ?? []), one])
    }
    const values = new Map([...byTime].map(([at, list]) => [at, combine(list)]))
    return { label: '', period: Math.max(0, ...value.map(({ period }) => period)), values }
  }
}

function each(map: (value: number) => number): MathFunction {
  return ([value], { fail }) => {
    if (value === undefined || typeof value === 'string')
      throw fail('it takes a number, a series or a list of series')
    if (typeof value === 'number') return map(value)
    return isList(value) ? value.map((series) => mapped(series, map)) : mapped(value, map)
  }
}

/** Gives every period of the range a value. `REPEAT` repeats the one before, `LINEAR` draws a line between two. */
function fill([value, filler]: readonly (Value | string)[], context: FunctionContext): Value {
  const { fail } = context
  if (value === undefined || typeof value !== 'object') throw fail('FILL takes a series or a list of series')
  if (isList(value)) return value.map((series) => filled(series, filler, context))
  return filled(value, filler, context)
}

function filled(
  series: Series,
  filler: Value | string | undefined,
  { range, period, fail }: FunctionContext,
): Series {
  const width = (series.period || period) * 1000
  const times: number[] = []
  for (let at = Math.floor(range.from / width) * width; at < range.to; at += width) times.push(at)
  const values = new Map<number, number>()
  for (const at of times) {
    const known = series.values.get(at)
    const value = known ?? missing(series, at, filler, fail)
    if (value !== undefined) values.set(at, value)
  }
  return { ...series, values }
}

function missing(
  { values }: Series,
  at: number,
  filler: Value | string | undefined,
  fail: FunctionContext['fail'],
): number | undefined {
  if (typeof filler === 'number') return filler
  const times = [...values.keys()].sort((a, b) => a - b)
  const before = times.findLast((time) => time < at)
  const [low, high] = [before, times.find((time) => time > at)]
  if (filler === 'REPEAT') return low === undefined ? undefined : values.get(low)
  if (filler !== 'LINEAR') throw fail('FILL takes a number, REPEAT or LINEAR')
  if (low === undefined || high === undefined) return undefined
  const [from = 0, to = 0] = [values.get(low), values.get(high)]
  return from + ((to - from) * (at - low)) / (high - low)
}

/** `IF(condition, then, otherwise)`; without the third, times at which the condition does not hold have no value. */
function choose(args: readonly (Value | string)[], { fail }: FunctionContext): Value {
  const [condition, then, otherwise] = args
  if (
    args.length < 2 ||
    args.length > 3 ||
    args.some((arg) => typeof arg === 'string' || (typeof arg === 'object' && isList(arg)))
  )
    throw fail('IF takes a condition and one or two numbers or series')
  if (typeof condition === 'number') return condition !== 0 ? asValue(then) : asValue(otherwise ?? Number.NaN)
  return mapped(condition as Series, (holds, at) => {
    const chosen = holds !== 0 ? then : otherwise
    if (typeof chosen === 'number') return chosen
    return typeof chosen === 'object' && !isList(chosen) ? (chosen.values.get(at) ?? Number.NaN) : Number.NaN
  })
}

function asValue(value: Value | string | undefined): Value {
  return value === undefined || typeof value === 'string' ? Number.NaN : value
}
