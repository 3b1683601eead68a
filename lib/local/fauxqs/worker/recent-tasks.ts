import type { SqsQueue } from './fauxqs-modules.js'
import type { MoveTask } from './move-task.js'

/** Of each queue; nobody can ask for more. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasks.html */
export const MOST_LISTED_TASKS = 10

/**
 * The tasks that go on or that somebody can ask for.
 * @param tasks the latest first
 */
export function recentTasks(tasks: readonly MoveTask[], exists: (queue: SqsQueue) => boolean): MoveTask[] {
  const counts = new Map<SqsQueue, number>()
  return tasks.filter(({ source, active }) => {
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    return active || (count <= MOST_LISTED_TASKS && exists(source))
  })
}
