import { durationFaults, integerFaults, seconds } from '../value-faults.js'
import { type ConsumerSettings, type GivenConsumerProps, leastVisibility } from './consumer-settings.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const STANDARD_BATCH = 10_000
const FIFO_BATCH = 10
/** Of messages that Lambda takes without gathering. */
const UNGATHERED_BATCH = 10

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-parameters.html */
export function deliveryFaults(props: GivenConsumerProps, settings: ConsumerSettings): string[] {
  const { batchSize, fifo, handlerFunction, maxBatchingWindow, maxConcurrency, visibilityTimeout } = settings
  const unknownTimeout = handlerFunction?.timeout?.isUnresolved() === true
  return [
    ...integerFaults('maxReceiveCount', settings.maxReceiveCount, 1, 1000, holdReason(settings)),
    ...integerFaults(
      'batchSize',
      batchSize,
      1,
      fifo ? FIFO_BATCH : STANDARD_BATCH,
      fifo ? 'of a FIFO queue' : undefined,
    ),
    ...durationFaults(
      'maxBatchingWindow',
      maxBatchingWindow,
      !fifo && batchSize > UNGATHERED_BATCH ? 1 : 0,
      5 * MINUTE,
      !fifo && batchSize > UNGATHERED_BATCH
        ? `a \`batchSize\` above ${UNGATHERED_BATCH} takes time to gather`
        : undefined,
    ),
    ...(maxConcurrency === undefined ? [] : integerFaults('maxConcurrency', maxConcurrency, 2, 1000)),
    ...(unknownTimeout && props.visibilityTimeout === undefined
      ? [
          "Expected `visibilityTimeout` to be stated, because only the deployment knows the handler's time-out: at least six times that.",
        ]
      : durationFaults(
          'visibilityTimeout',
          visibilityTimeout,
          unknownTimeout ? 1 : leastVisibility(handlerFunction, maxBatchingWindow),
          12 * HOUR,
          "six times the handler's time-out, and `maxBatchingWindow`",
        )),
    ...retentionFaults(settings),
  ]
}

/** SQS deletes a message at the end of its retention, without a dead letter: before that its tries must be over. */
function retentionFaults({
  retention,
  maxReceiveCount,
  visibilityTimeout,
  hold,
}: ConsumerSettings): string[] {
  if (retention.isUnresolved() || visibilityTimeout.isUnresolved()) return []
  // Each of them is a fault of its own.
  if (seconds(retention) < MINUTE || (hold !== undefined && seconds(hold.deadline) > seconds(retention)))
    return []
  const tries = maxReceiveCount * seconds(visibilityTimeout)
  const held =
    hold === undefined ? 0 : seconds(hold.deadline) + seconds(hold.retryAfter) + seconds(visibilityTimeout)
  const least = Math.max(hold === undefined ? tries : 0, held)
  if (seconds(retention) > least) return []
  const reason =
    hold === undefined
      ? `${maxReceiveCount} tries of ${seconds(visibilityTimeout)} s each`
      : '`hold.deadline`, `hold.retryAfter` and a try'
  return [
    `Expected \`retention\` to be more than ${least} seconds (${reason} must fit in, else SQS deletes what was never handled), got \`${seconds(retention)}\` seconds`,
  ]
}

function holdReason({ hold }: ConsumerSettings): string | undefined {
  if (hold === undefined) return undefined
  return `\`hold.deadline\` of ${seconds(hold.deadline)} s / \`hold.retryAfter\` of ${seconds(hold.retryAfter)} s, and 5: shorten the one or lengthen the other`
}
