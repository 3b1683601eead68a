import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { succeededMessages } from '../../../lib/local/lambda/event-source-mapping/queue/succeeded-messages.js'

const BATCH = ['1', '2', '3'].map((MessageId) => ({ MessageId }))

const idsOf = (answer: unknown, reportBatchItemFailures = true): (string | undefined)[] =>
  succeededMessages(
    BATCH,
    { kind: 'response', payload: JSON.stringify(answer) },
    reportBatchItemFailures,
  ).map(({ MessageId }) => MessageId)
const failures = (...ids: readonly unknown[]): unknown => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

describe('with ReportBatchItemFailures', () => {
  it.each([
    ['null', null],
    ['an empty text', ''],
    ['an empty object', {}],
    ['a null list', { batchItemFailures: null }],
    ['an empty list', failures()],
  ])('%s is a success of all', (_name, answer) => {
    expect(idsOf(answer)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['an unknown identifier', failures('2', '4')],
    ['an empty identifier', failures('')],
    ['a null identifier', failures(null)],
    ['a number', failures(2)],
    ['another key', { batchItemFailures: [{ messageId: '2' }] }],
    ['an element that is no object', { batchItemFailures: ['2'] }],
    ['a list that is none', { batchItemFailures: '2' }],
    ['a text', 'done'],
    ['a list', []],
    ['a boolean', true],
  ])('%s fails all', (_name, answer) => {
    expect(idsOf(answer)).toEqual([])
  })

  it('only what is not reported is done', () => {
    expect(idsOf(failures('2'))).toEqual(['1', '3'])
    expect(idsOf(failures('2', '2', '1', '3'))).toEqual([])
  })

  it('never deletes a message that was reported', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), fc.func(fc.boolean()), (ids, isFailed) => {
        const failed = ids.filter((id) => isFailed(id))
        const messages = ids.map((MessageId) => ({ MessageId }))
        const outcome = { kind: 'response', payload: JSON.stringify(failures(...failed)) } as const
        const done = succeededMessages(messages, outcome, true).map(({ MessageId }) => MessageId)
        expect([...done, ...failed].sort()).toEqual([...ids].sort())
      }),
    )
  })
})

it('without it every answer is a success', () => {
  expect(idsOf(failures('2'), false)).toEqual(['1', '2', '3'])
  expect(idsOf('done', false)).toEqual(['1', '2', '3'])
})

it.each([true, false])('a function error deletes nothing (ReportBatchItemFailures: %s)', (report) => {
  const error = { errorType: 'Error', errorMessage: 'no', trace: [] }
  expect(succeededMessages(BATCH, { kind: 'error', error }, report)).toEqual([])
})
