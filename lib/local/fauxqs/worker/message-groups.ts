import type { SqsMessage, SqsQueue } from './fauxqs-modules.js'

/** The emulator locks a group as often as messages of it are held: it is free when none is. */
export function lockGroup({ fifoLockedGroups }: SqsQueue, groupId: string): void {
  fifoLockedGroups.set(groupId, (fifoLockedGroups.get(groupId) ?? 0) + 1)
}

export function unlockGroup({ fifoLockedGroups }: SqsQueue, groupId: string): void {
  const held = (fifoLockedGroups.get(groupId) ?? 1) - 1
  if (held > 0) fifoLockedGroups.set(groupId, held)
  else fifoLockedGroups.delete(groupId)
}

/** Makes a message visible at its place: the order in which the queue got them. */
export function insertIntoGroup({ fifoMessages }: SqsQueue, message: SqsMessage): void {
  const groupId = groupOf(message)
  const group = fifoMessages.get(groupId) ?? []
  group.push(message)
  group.sort(bySequenceNumber)
  fifoMessages.set(groupId, group)
}

export function groupOf({ messageGroupId = '' }: SqsMessage): string {
  return messageGroupId
}

/** Sequence numbers have a fixed length. */
export function bySequenceNumber(one: SqsMessage, other: SqsMessage): number {
  return (one.sequenceNumber ?? '') < (other.sequenceNumber ?? '') ? -1 : 1
}
