import { expect, it } from 'vitest'
import { loadFauxqs, type SqsQueue } from '../../../lib/local/fauxqs/worker/fauxqs-modules.js'
import { MoveTask } from '../../../lib/local/fauxqs/worker/move-task.js'
import { recentTasks } from '../../../lib/local/fauxqs/worker/recent-tasks.js'

const { SqsStore } = await loadFauxqs(import.meta.resolve('fauxqs'))

const [busy, quiet, deleted] = ['busy', 'quiet', 'deleted'].map((name) =>
  new SqsStore().createQueue(name, `/${name}`, `arn:${name}`),
) as [SqsQueue, SqsQueue, SqsQueue]

function task(source: SqsQueue, taskId: string, isOver = true): MoveTask {
  const made = new MoveTask({ taskId, source, now: 0, move: () => undefined })
  if (isOver) made.step(Number.MAX_SAFE_INTEGER)
  return made
}

it('of each queue the ten latest tasks are kept, and those that run', () => {
  const over = Array.from({ length: 12 }, (_, place) => task(busy, `busy ${place}`))
  const running = task(busy, 'long', false)
  const gone = [task(deleted, 'gone'), task(deleted, 'going', false)]
  const kept = recentTasks([...over, running, task(quiet, 'quiet'), ...gone], (queue) => queue !== deleted)
  expect(kept.map(({ taskId }) => taskId)).toEqual([
    ...over.slice(0, 10).map(({ taskId }) => taskId),
    'long',
    'quiet',
    'going',
  ])
})
