import { resourceName } from '../call-resources.js'
import { errorCodeOf } from '../gateway/error-response.js'
import type { ServedCall } from '../gateway/gateway.js'
import type { MetricDatum } from '../spy-log.js'
import { answerBody, listOf } from './answer-body.js'

/**
 * SQS's counts of what is sent, received and deleted. The gauges are `QueueGauges`.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export function sqsMetrics({ call, at, answered: response }: ServedCall): readonly MetricDatum[] {
  const { operation, input } = call
  if (response === undefined || errorCodeOf(response) !== undefined) return []
  const metric = (name: string, value: number, unit = 'Count'): MetricDatum => ({
    namespace: 'AWS/SQS',
    name,
    dimensions: { QueueName: resourceName(String(input['QueueUrl'])) },
    value,
    unit,
    at,
  })
  const sent = (bodies: readonly unknown[]): readonly MetricDatum[] => [
    metric('NumberOfMessagesSent', bodies.length),
    ...bodies.map((body) => metric('SentMessageSize', Buffer.byteLength(String(body)), 'Bytes')),
  ]
  const output = answerBody(response)
  switch (operation) {
    case 'SendMessage':
      return sent([input['MessageBody']])
    case 'SendMessageBatch': {
      const ids = new Set(listOf(output['Successful']).map(({ Id }) => Id))
      const entries = listOf(input['Entries']).filter(({ Id }) => ids.has(Id))
      return entries.length === 0 ? [] : sent(entries.map(({ MessageBody }) => MessageBody))
    }
    case 'ReceiveMessage': {
      const count = listOf(output['Messages']).length
      return [
        metric('NumberOfMessagesReceived', count),
        ...(count === 0 ? [metric('NumberOfEmptyReceives', 1)] : []),
      ]
    }
    case 'DeleteMessage':
      return [metric('NumberOfMessagesDeleted', 1)]
    case 'DeleteMessageBatch':
      return [metric('NumberOfMessagesDeleted', listOf(output['Successful']).length)]
    default:
      return []
  }
}
