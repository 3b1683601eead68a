import type { SqsMessage, SqsQueue } from './fauxqs-modules.js'
import { groupOf, insertIntoGroup, unlockGroup } from './message-groups.js'
import type { QueueState } from './queue-state.js'

/**
 * What is due by now happens: retention ends, then visibility time-outs, then delays. Tells whether a message became
 * visible.
 */
export function settleDue(queue: SqsQueue, state: QueueState, now: number): boolean {
  const freed = expire(queue, state, now)
  const returned = endVisibility(queue, now)
  const arrived = endDelays(queue, now)
  return freed || returned || arrived
}

/**
 * A message that was kept for the queue's retention period is gone, held by somebody or not.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
 */
function expire(queue: SqsQueue, state: QueueState, now: number): boolean {
  if (state.oldestSent + state.retention > now) return false
  const kept = (message: SqsMessage): boolean => message.sentTimestamp + state.retention > now
  queue.messages = queue.messages.filter(kept)
  queue.delayedMessages = queue.delayedMessages.filter(kept)
  for (const groups of [queue.fifoMessages, queue.fifoDelayed]) {
    for (const [groupId, group] of groups) keep(groups, groupId, group.filter(kept))
  }
  let freed = false
  for (const [receipt, { message }] of queue.inflightMessages) {
    if (kept(message)) continue
    queue.inflightMessages.delete(receipt)
    if (queue.isFifo()) unlockGroup(queue, groupOf(message))
    freed = true
  }
  state.oldestSent = state
    .messages()
    .reduce((oldest, { sentTimestamp }) => Math.min(oldest, sentTimestamp), Number.POSITIVE_INFINITY)
  return freed && queue.isFifo()
}

function endVisibility(queue: SqsQueue, now: number): boolean {
  let returned = false
  for (const [receipt, { message, visibilityDeadline }] of queue.inflightMessages) {
    if (visibilityDeadline > now) continue
    queue.inflightMessages.delete(receipt)
    returned = true
    if (queue.isFifo()) {
      unlockGroup(queue, groupOf(message))
      insertIntoGroup(queue, message)
    } else {
      queue.messages.push(message)
    }
  }
  return returned
}

function endDelays(queue: SqsQueue, now: number): boolean {
  const isDelayed = ({ delayUntil = 0 }: SqsMessage): boolean => delayUntil > now
  const arrived = queue.delayedMessages.filter((message) => !isDelayed(message))
  queue.delayedMessages = queue.delayedMessages.filter(isDelayed)
  queue.messages.push(...arrived)
  let some = arrived.length > 0
  for (const [groupId, group] of queue.fifoDelayed) {
    for (const message of group) {
      if (isDelayed(message)) continue
      insertIntoGroup(queue, message)
      some = true
    }
    keep(queue.fifoDelayed, groupId, group.filter(isDelayed))
  }
  return some
}

function keep(groups: Map<string, SqsMessage[]>, groupId: string, group: SqsMessage[]): void {
  if (group.length === 0) groups.delete(groupId)
  else groups.set(groupId, group)
}
