import { describe, expect, it } from 'vitest'
import { functionUrlResponse } from '../../../lib/local/lambda/function-url/function-url-response.js'

const respond = (answer: unknown): { status: number; headers: unknown; body: string } => {
  const response = functionUrlResponse({ kind: 'response', payload: JSON.stringify(answer) })
  return { status: response.statusCode, headers: response.headers, body: response.body.toString('utf8') }
}
const JSON_TYPE = { 'content-type': 'application/json' }

describe('an answer without statusCode is the body of a 200', () => {
  it.each([
    ['an object', { order: 1 }, '{"order":1}'],
    ['a text', 'Hello, world!', '"Hello, world!"'],
    ['null', null, 'null'],
    ['a list', [1], '[1]'],
    ['an object with a body', { body: 'x' }, '{"body":"x"}'],
  ])('%s', (_name, answer, body) => {
    expect(respond(answer)).toEqual({ status: 200, headers: JSON_TYPE, body })
  })
})

describe('an answer with statusCode', () => {
  it('has JSON for its content type, unless it says otherwise in any spelling', () => {
    expect(respond({ statusCode: 204 })).toEqual({ status: 204, headers: JSON_TYPE, body: '' })
    expect(respond({ statusCode: '200', headers: { 'Content-Type': 'text/html' }, body: 'a' })).toEqual({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: 'a',
    })
  })

  it('does not decide about the length of its body', () => {
    const headers = { 'Content-Length': '999', 'Transfer-Encoding': 'chunked', 'x-a': true }
    expect(respond({ statusCode: 200, headers }).headers).toEqual({ ...JSON_TYPE, 'x-a': 'true' })
  })

  it.each([
    ['a status that is none', { statusCode: 'ok' }],
    ['a status out of range', { statusCode: 99 }],
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
    ['headers that are no object', { statusCode: 200, headers: ['a'] }],
    ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
    ['a header with a line break', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
    ['a header name with a space', { statusCode: 200, headers: { 'a b': 'c' } }],
    ['cookies that are no list', { statusCode: 200, cookies: 'a=1' }],
    ['a cookie with a line break', { statusCode: 200, cookies: ['a=1\nb=2'] }],
  ])('and %s is a 502', (_name, answer) => {
    expect(respond(answer)).toEqual({ status: 502, headers: JSON_TYPE, body: 'Internal Server Error' })
  })
})

it("does not show a function's error to the caller", () => {
  const error = { errorType: 'Error', errorMessage: 'secret', trace: [] }
  expect(functionUrlResponse({ kind: 'error', error })).toMatchObject({
    statusCode: 502,
    body: Buffer.from('Internal Server Error'),
  })
})
