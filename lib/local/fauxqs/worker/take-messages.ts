import { randomUUID } from 'node:crypto'
import type { ReceivedMessage, SqsQueue } from './fauxqs-modules.js'
import { lockGroup } from './message-groups.js'
import { redrivePolicyOf } from './redrive-policy.js'
import type { StoredMessage } from './stored-message.js'

type FindQueue = (arn: string) => SqsQueue | undefined

/**
 * Gives up to `maximum` visible messages to a receiver, who holds them from now on. One that was received too often
 * goes to the dead-letter queue instead. Of a group of a FIFO queue it gives as many as it can, in order.
 * @param visibilitySeconds the queue's own unless the receiver states one
 */
export function takeMessages(
  queue: SqsQueue,
  maximum: number,
  visibilitySeconds: number | undefined,
  findQueue: FindQueue,
): ReceivedMessage[] {
  const now = Date.now()
  const visibility = (visibilitySeconds ?? Number(queue.attributes['VisibilityTimeout'])) * 1000
  const takeFrom = (messages: StoredMessage[], room: number): ReceivedMessage[] => {
    const taken: ReceivedMessage[] = []
    while (taken.length < room) {
      const message = messages.shift()
      if (message === undefined) break
      const deadLetters = deadLetterQueueFor(queue, message, findQueue)
      if (deadLetters === undefined) taken.push(hold(queue, message, now, visibility))
      else moveToDeadLetters(queue, message, deadLetters, now)
    }
    return taken
  }
  if (!queue.isFifo()) return takeFrom(queue.messages, maximum)
  const taken: ReceivedMessage[] = []
  for (const [groupId, messages] of queue.fifoMessages) {
    if (taken.length >= maximum) break
    if (!queue.fifoLockedGroups.has(groupId)) taken.push(...takeFrom(messages, maximum - taken.length))
    if (messages.length === 0) queue.fifoMessages.delete(groupId)
  }
  return taken
}

function hold(queue: SqsQueue, message: StoredMessage, now: number, visibility: number): ReceivedMessage {
  const receipt = randomUUID()
  message.approximateReceiveCount += 1
  message.approximateFirstReceiveTimestamp ??= now
  message.latestReceipt = receipt
  queue.inflightMessages.set(receipt, {
    message,
    receiptHandle: receipt,
    visibilityDeadline: now + visibility,
  })
  if (queue.isFifo()) lockGroup(queue, message.messageGroupId ?? '')
  const hasAttributes = Object.keys(message.messageAttributes).length > 0
  return {
    MessageId: message.messageId,
    ReceiptHandle: receipt,
    MD5OfBody: message.md5OfBody,
    Body: message.body,
    ...(hasAttributes
      ? {
          MD5OfMessageAttributes: message.md5OfMessageAttributes,
          MessageAttributes: message.messageAttributes,
        }
      : {}),
  }
}

function deadLetterQueueFor(
  queue: SqsQueue,
  { approximateReceiveCount: received }: StoredMessage,
  findQueue: FindQueue,
): SqsQueue | undefined {
  const policy = redrivePolicyOf(queue)
  if (policy === undefined || received < policy.maxReceiveCount) return undefined
  // A target that was deleted: the message stays.
  return findQueue(policy.deadLetterTargetArn)
}

/**
 * It keeps its id. In a standard queue it keeps the time when it was sent, too, and expires by it; in a FIFO queue that
 * time begins anew, and its id replaces the deduplication id, so that two messages with the same one are both kept.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
function moveToDeadLetters(queue: SqsQueue, message: StoredMessage, target: SqsQueue, now: number): void {
  message.deadLetterSourceArn = queue.arn
  if (target.isFifo()) {
    message.sentTimestamp = now
    message.messageDeduplicationId = message.messageId
    message.sequenceNumber = target.nextSequenceNumber()
  }
  target.enqueue(message)
}
