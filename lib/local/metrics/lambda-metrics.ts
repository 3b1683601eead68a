import type { InvocationChange, MetricDatum } from '../spy-log.js'
import type { Dimensions } from './metric-series.js'

const NAMESPACE = 'AWS/Lambda'

/**
 * Lambda's metrics of invocations, by function and over all. Their time is that of the invocation's begin.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
export class LambdaMetrics {
  readonly #record: (datum: MetricDatum) => void
  readonly #running = new Map<string, { readonly functionName: string; readonly at: Date }>()

  constructor(record: (datum: MetricDatum) => void) {
    this.#record = record
  }

  onInvocation(change: InvocationChange): void {
    const { functionName } = change
    if (change.kind === 'throttle') this.#put(functionName, 'Throttles', 1, 'Count', change.at)
    else if (change.kind === 'begin') this.#begin(change)
    else this.#end(change)
  }

  #begin({ functionName, requestId, at }: InvocationChange & { readonly kind: 'begin' }): void {
    this.#running.set(requestId, { functionName, at })
    const running = [...this.#running.values()]
    const ofFunction = running.filter((each) => each.functionName === functionName).length
    const metric = { namespace: NAMESPACE, name: 'ConcurrentExecutions', unit: 'Count', at }
    this.#record({ ...metric, dimensions: { FunctionName: functionName }, value: ofFunction })
    this.#record({ ...metric, dimensions: {}, value: running.length })
  }

  #end({ functionName, requestId, at: end, errorType }: InvocationChange & { readonly kind: 'end' }): void {
    const begun = this.#running.get(requestId)
    if (begun === undefined) return
    this.#running.delete(requestId)
    const { at } = begun
    this.#put(functionName, 'Invocations', 1, 'Count', at)
    this.#put(functionName, 'Errors', errorType === undefined ? 0 : 1, 'Count', at)
    this.#put(functionName, 'Throttles', 0, 'Count', at)
    this.#put(functionName, 'Duration', end.getTime() - at.getTime(), 'Milliseconds', at)
  }

  #put(functionName: string, name: string, value: number, unit: string, at: Date): void {
    for (const dimensions of [{ FunctionName: functionName }, {}] as readonly Dimensions[])
      this.#record({ namespace: NAMESPACE, name, dimensions, value, unit, at })
  }
}
