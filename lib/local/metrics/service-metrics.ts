import type { ServedCall } from '../gateway/gateway.js'
import type { MetricDatum } from '../spy-log.js'
import { dynamoDbMetrics } from './dynamodb-metrics.js'
import { eventsMetrics } from './events-metrics.js'
import { sqsMetrics } from './sqs-metrics.js'

/** What the called service would tell CloudWatch of a call. */
export function serviceMetrics(served: ServedCall): readonly MetricDatum[] {
  switch (served.call.service) {
    case 'dynamodb':
      return dynamoDbMetrics(served)
    case 'events':
      return eventsMetrics(served)
    case 'sqs':
      return sqsMetrics(served)
    default:
      return []
  }
}
