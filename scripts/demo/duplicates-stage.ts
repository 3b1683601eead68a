import type { LocalCloud } from 'serverless-outbox/local'
import { CONSUMER_METRIC } from '../../lib/telemetry.js'
import type { MessageCopies } from './message-copies.js'
import type { Operator } from './operator.js'
import type { Progress } from './progress.js'
import type { DemoResult } from './report.js'

export interface DuplicatesStage {
  readonly cloud: LocalCloud
  readonly operator: Operator
  readonly copies: MessageCopies
  readonly progress: Progress
  readonly outputs: Readonly<Record<string, string>>
}

/** EventBridge and SQS deliver at least once. Here they deliver some messages once more; the effects are counted after. */
export async function runDuplicates({
  cloud,
  operator,
  copies,
  progress,
  outputs,
}: DuplicatesStage): Promise<Pick<DemoResult, 'redelivered' | 'shipped' | 'mailed'>> {
  const again = copies.all()
  progress.tell(`\n${again.length} messages come once more, as they may: to shipping and to notifications.`)
  for (const { queueUrl, body } of again) await operator.send(queueUrl, body)
  await cloud.clock.advance('1m')
  const points = await cloud.metrics({ name: CONSUMER_METRIC.duplicate })
  const skipped = points.reduce((sum, { value, count }) => sum + value * count, 0)
  const shipped = await operator.count(outputs['ShippingTableName'] ?? '', 'SHIPMENT#')
  const mailed = await operator.depth(outputs['MailQueueUrl'] ?? '')
  progress.tell(
    `The inboxes skipped ${skipped}. ${shipped} orders are shipped and ${mailed} mails sent: one for each payment.`,
  )
  return { redelivered: again.length, shipped, mailed }
}
