import { describe, expect, it } from 'vitest'
import { batchOutcome } from '../../../lib/local/lambda/event-source-mapping/stream/batch-outcome.js'

// Of growing length, as AWS's are: '9…' comes before '10…' in the stream, and after it as text.
const SEQUENCE = ['8', '9', '10', '11'].map((number) => `${number}${'0'.repeat(20)}`)
const [FIRST, SECOND, THIRD, FOURTH] = SEQUENCE

const failing = (...identifiers: readonly unknown[]): unknown => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
})

describe('an answer that means complete success', () => {
  it.each([
    ['null', null],
    ['nothing', undefined],
    ['an empty text', ''],
    ['an empty object', {}],
    ['an empty list', { batchItemFailures: [] }],
    ['a list that is null', { batchItemFailures: null }],
    ['an object about something else', { statusCode: 500 }],
  ])('%s', (_name, response) => {
    expect(batchOutcome(response, SEQUENCE)).toEqual({ kind: 'success' })
  })
})

describe('an answer that means complete failure', () => {
  it.each([
    ['an empty identifier', failing('')],
    ['an identifier that is null', failing(null)],
    ['an identifier that is no text', failing(9)],
    ['an identifier that is not in the batch', failing(`12${'0'.repeat(20)}`)],
    ['a bad key name', { batchItemFailures: [{ itemIdentifer: SECOND }] }],
    ['an entry that is no object', { batchItemFailures: [SECOND] }],
    ['one bad identifier among good ones', failing(THIRD, '')],
    ['a list that is no list', { batchItemFailures: { itemIdentifier: SECOND } }],
    ['text', 'ok'],
    ['a list', []],
  ])('%s', (_name, response) => {
    expect(batchOutcome(response, SEQUENCE)).toEqual({ kind: 'failure' })
  })
})

describe('an answer that names records', () => {
  it.each([
    ['the first', failing(FIRST), 0],
    ['one', failing(THIRD), 2],
    ['several: the lowest counts', failing(FOURTH, THIRD, SECOND), 1],
    ['the lowest in stream order, not in text order', failing(THIRD, SECOND), 1],
    ['one twice', failing(FOURTH, FOURTH), 3],
  ])('%s', (_name, response, firstFailed) => {
    expect(batchOutcome(response, SEQUENCE)).toEqual({ kind: 'partial', firstFailed })
  })
})
