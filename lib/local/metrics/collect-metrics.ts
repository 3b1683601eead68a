import type { ServedCall } from '../gateway/gateway.js'
import type { Interceptor } from '../gateway/interceptor.js'
import type { LogLine, Recorder } from '../recorder.js'
import { embeddedMetrics } from './embedded-metrics.js'
import { LambdaMetrics } from './lambda-metrics.js'
import { MetricStore } from './metric-store.js'
import { QueueGauges, type QueueGaugesOptions } from './queue-gauges.js'
import { serviceMetrics } from './service-metrics.js'

export interface MetricsOptions extends QueueGaugesOptions {
  readonly recorder: Recorder
}

export interface CollectedMetrics {
  readonly store: MetricStore
  readonly onServed: (served: ServedCall) => void
  /** Brings the gauges up to date before CloudWatch is asked. */
  readonly interceptor: Interceptor
  readonly stop: () => void
}

/** Collects what services tell, what functions write to their logs, and what calls and invocations show. */
export function collectMetrics({ recorder, ...gauged }: MetricsOptions): CollectedMetrics {
  const store = new MetricStore()
  const gauges = new QueueGauges(gauged)
  store.addSource(gauges)
  const lambda = new LambdaMetrics(store.record)
  const said = new Set<string>()
  const onLogLine = ({ functionName, line }: LogLine): void => {
    const found = embeddedMetrics(line)
    if (found.kind === 'metrics') for (const datum of found.data) store.record(datum)
    if (found.kind !== 'malformed') return
    const warning = `${functionName} wrote metrics that CloudWatch does not take: ${found.reason}.`
    // Said once: a function may write such a line at each invocation.
    if (!said.has(warning)) recorder.warn(warning)
    said.add(warning)
  }
  const stopListening = recorder.listen({
    onMetric: store.record,
    onInvocation: (change) => lambda.onInvocation(change),
    onLogLine,
  })
  return {
    store,
    onServed: (served) => {
      for (const datum of serviceMetrics(served)) store.record(datum)
      if (served.call.service === 'sqs') gauges.onServed(served)
    },
    interceptor: async (call, next) => {
      if (call.service === 'cloudwatch') await store.refresh()
      return next()
    },
    stop: () => {
      stopListening()
      gauges.stop()
    },
  }
}
