import { errorCodeOf } from '../gateway/error-response.js'
import type { ServedCall } from '../gateway/gateway.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import type { MetricDatum } from '../spy-log.js'
import { answerBody, listOf } from './answer-body.js'

/**
 * EventBridge's metrics of PutEvents as far as the service itself cannot tell them: how long it took, calls that were
 * refused before it saw them, and entries that failed before it saw them. They are of the whole account, without
 * dimensions.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html
 */
export function eventsMetrics({
  call,
  at,
  duration,
  answered,
  response,
}: ServedCall): readonly MetricDatum[] {
  const answer = answered ?? response
  if (call.operation !== 'PutEvents' || answer === undefined) return []
  const metric = (name: string, value: number, unit = 'Count'): MetricDatum => ({
    namespace: 'AWS/Events',
    name: `PutEvents${name}`,
    dimensions: {},
    value,
    unit,
    at,
  })
  const latency = metric('Latency', duration, 'Milliseconds')
  if (answered === undefined) {
    const code = errorCodeOf(answer)
    if (code === undefined) return [latency]
    const outcome = code === 'ThrottlingException' ? 'Throttled' : 'Failed'
    return [metric('ApproximateCallCount', 1), metric(`Approximate${outcome}Count`, 1), latency]
  }
  const unseen = response === undefined ? 0 : entriesOf(response) - entriesOf(answered)
  if (unseen <= 0) return [latency]
  return [metric('EntriesCount', unseen), metric('FailedEntriesCount', unseen), latency]
}

function entriesOf(response: GatewayResponse): number {
  return listOf(answerBody(response)['Entries']).length
}
