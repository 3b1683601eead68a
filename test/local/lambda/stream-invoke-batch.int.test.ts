import { afterEach, expect, it } from 'vitest'
import { invokeBatch } from '../../../lib/local/lambda/event-source-mapping/stream/invoke-batch.js'
import { createFunction, type FunctionFixture } from './function-fixture.js'
import { record, records } from './stream-fixture.js'

const PARTIAL = { partialResponses: true }
let fixture: FunctionFixture

afterEach(() => fixture.end())

async function start(expression: string, properties: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const source = `export const handler = async (event) => (${expression})`
  fixture = await createFunction({ files: { 'index.mjs': source }, properties })
}

it('gives the function the records as they are, and takes its answer for success', async () => {
  await start('console.log(JSON.stringify(event)), null')
  expect(await invokeBatch(fixture.lambda, records(2), PARTIAL)).toEqual({
    kind: 'invoked',
    outcome: { kind: 'success' },
    last: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
  expect(fixture.logLines).toEqual(['{"Records":[{"n":1},{"n":2}]}'])
})

it('reads reported failures only when the mapping asks for them', async () => {
  await start(`{ batchItemFailures: [{ itemIdentifier: '${record(2).sequenceNumber}' }] }`)
  expect(await invokeBatch(fixture.lambda, records(3), PARTIAL)).toMatchObject({
    outcome: { kind: 'partial', firstFailed: 1 },
  })
  expect(await invokeBatch(fixture.lambda, records(3), { partialResponses: false })).toMatchObject({
    outcome: { kind: 'success' },
  })
})

it('takes an exception for the failure of the whole batch', async () => {
  await start("(() => { throw new Error('broken') })()")
  expect(await invokeBatch(fixture.lambda, records(1), PARTIAL)).toMatchObject({
    kind: 'invoked',
    outcome: { kind: 'failure' },
    last: { functionError: 'Unhandled' },
  })
})

it('tells a throttled invocation from a failed one', async () => {
  await start('null', { ReservedConcurrentExecutions: 0 })
  expect(await invokeBatch(fixture.lambda, records(1), PARTIAL)).toEqual({ kind: 'not-invoked' })
})
