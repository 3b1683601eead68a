import { expect, it } from 'vitest'
import { loadFauxqs, type SqsQueue } from '../../../lib/local/fauxqs/worker/fauxqs-modules.js'
import { MoveTask, type MoveTaskOptions } from '../../../lib/local/fauxqs/worker/move-task.js'

const { SqsStore } = await loadFauxqs(import.meta.resolve('fauxqs'))

function deadLetters(count: number): SqsQueue {
  const queue = new SqsStore().createQueue('dead', '/dead', 'arn:dead')
  for (let index = 0; index < count; index += 1) queue.enqueue(SqsStore.createMessage(String(index)))
  return queue
}

function taskOf(source: SqsQueue, rate: number | undefined, move?: MoveTaskOptions['move']): MoveTask {
  return new MoveTask({
    taskId: 'task',
    source,
    ...(rate === undefined ? {} : { rate }),
    now: 0,
    move:
      move ??
      ((message) => {
        source.messages.splice(source.messages.indexOf(message), 1)
        return undefined
      }),
  })
}

it.each([
  [1, 1000, 1],
  [3, 1000, 3],
  [7, 1000, 7],
  [15, 10_000, 150],
  [500, 1000, 500],
  [undefined, 1000, 500],
])('at a rate of %s, %d ms are enough for %d messages', (rate, milliseconds, expected) => {
  const task = taskOf(deadLetters(600), rate)
  task.step(milliseconds + 0.001)
  expect([task.moved, task.toMove, task.status]).toEqual([expected, 600, 'RUNNING'])
})

it('is completed with the last message, and has nothing due any more', () => {
  const task = taskOf(deadLetters(2), 1)
  task.step(1000)
  expect([task.status, task.due]).toEqual(['RUNNING', 2000])
  task.step(2000)
  expect([task.status, task.moved, task.due]).toEqual(['COMPLETED', 2, Number.POSITIVE_INFINITY])
})

it('of an empty queue is completed with its first step', () => {
  const task = taskOf(deadLetters(0), 1)
  expect(task.status).toBe('RUNNING')
  task.step(1000)
  expect([task.status, task.moved]).toEqual(['COMPLETED', 0])
})

it('moves only what was there when it began', () => {
  const source = deadLetters(1)
  const task = taskOf(source, 1)
  source.enqueue(SqsStore.createMessage('later'))
  task.step(1000)
  expect([task.status, task.moved, source.messages.map(({ body }) => body)]).toEqual([
    'COMPLETED',
    1,
    ['later'],
  ])
})

it('that is cancelled moves nothing more, and is CANCELLED with its next step', () => {
  const task = taskOf(deadLetters(3), 1)
  task.step(1000)
  task.status = 'CANCELLING'
  expect([task.active, task.due]).toEqual([true, 2000])
  task.step(2000)
  expect([task.status, task.moved, task.active]).toEqual(['CANCELLED', 1, false])
})

it('fails with the first message that cannot be moved', () => {
  const source = deadLetters(3)
  const task = taskOf(source, 1, ({ body }) => {
    if (body === '1') return 'no'
    source.messages.shift()
    return undefined
  })
  task.step(10_000)
  expect([task.status, task.failureReason, task.moved, source.messages.length]).toEqual([
    'FAILED',
    'no',
    1,
    2,
  ])
})
