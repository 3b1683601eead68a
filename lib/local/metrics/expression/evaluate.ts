import { AwsError } from '../../aws-error.js'
import type { TimeRange } from '../metric-store.js'
import { operate } from './arithmetic.js'
import { FUNCTIONS } from './functions.js'
import { isList, type Series, type Value } from './series.js'
import { type Node, parseExpression } from './syntax.js'

export interface ExpressionContext {
  /** Of the query: the label of its series unless it has one. */
  readonly id: string
  readonly label: string | undefined
  /** By the id of the query. */
  readonly known: ReadonlyMap<string, readonly Series[]>
  /** What `METRICS()` gives: all metrics of the request, no expressions. */
  readonly metrics: readonly Series[]
  readonly range: TimeRange
  /** Of what has none of its own, seconds. */
  readonly period: number
}

/** Fillers of `FILL` that look like ids. */
const FILLERS: ReadonlySet<string> = new Set(['REPEAT', 'LINEAR'])

/**
 * The series that a metric-math expression comes to.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 * @throws AwsError ValidationError, naming what is not understood
 */
export function evaluate(expression: string, context: ExpressionContext): readonly Series[] {
  const fail = (reason: string): AwsError =>
    new AwsError('ValidationError', `Error in expression '${context.id}' (${expression}): ${reason}.`)
  const value = resultOf(parseExpression(expression), context, fail)
  const { id, label = id } = context
  if (typeof value === 'string' || typeof value === 'number')
    throw fail('it must come to a time series or a list of time series')
  if (!isList(value)) return [{ ...value, label }]
  return value.map((series) => ({
    ...series,
    label: context.label === undefined ? series.label : `${label} ${series.label}`,
  }))
}

type Fail = (reason: string) => AwsError

function resultOf(node: Node, context: ExpressionContext, fail: Fail): Value | string {
  switch (node.kind) {
    case 'number':
    case 'text':
      return node.value
    case 'negation':
      return operate('*', -1, mathValue(node.of, context, fail))
    case 'operation': {
      const left = mathValue(node.left, context, fail)
      return operate(node.operator, left, mathValue(node.right, context, fail))
    }
    case 'list':
      return node.elements.flatMap((element) => {
        const value = mathValue(element, context, fail)
        if (typeof value === 'number') throw fail('a list holds series')
        return value
      })
    case 'id':
      return idValue(node.id, context, fail)
    case 'call':
      return callValue(node.name, node.args, context, fail)
  }
}

function mathValue(node: Node, context: ExpressionContext, fail: Fail): Value {
  const value = resultOf(node, context, fail)
  if (typeof value === 'string') throw fail(`'${value}' is neither a number nor a series`)
  return value
}

function idValue(id: string, { known }: ExpressionContext, fail: Fail): Value | string {
  if (FILLERS.has(id)) return id
  const series = known.get(id)
  if (series === undefined) throw fail(`there is no query '${id}'`)
  const [only] = series
  return series.length === 1 && only !== undefined ? only : series
}

function callValue(name: string, args: readonly Node[], context: ExpressionContext, fail: Fail): Value {
  if (name === 'METRICS') return namedMetrics(args, context, fail)
  if (name === 'SEARCH')
    throw fail('the local cloud does not emulate SEARCH: name each metric in a query of its own')
  const math = FUNCTIONS[name]
  if (math === undefined)
    throw fail(
      `the local cloud does not know the function ${name}: ${['METRICS', ...Object.keys(FUNCTIONS)].join(', ')}`,
    )
  const values = args.map((arg) => resultOf(arg, context, fail))
  return math(values, { ...context, fail: (reason) => fail(`${name}: ${reason}`) })
}

/** With a text: those whose query's id contains it. */
function namedMetrics(args: readonly Node[], { metrics, known }: ExpressionContext, fail: Fail): Value {
  const [text] = args
  if (text === undefined) return metrics
  if (args.length > 1 || text.kind !== 'text') throw fail('METRICS takes at most a text')
  return [...known]
    .filter(([id, series]) => id.includes(text.value) && metrics.includes(series[0] as Series))
    .flatMap(([, series]) => series)
}
