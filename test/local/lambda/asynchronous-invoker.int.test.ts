import { afterEach, expect, it } from 'vitest'
import { AsynchronousInvoker } from '../../../lib/local/lambda/function/asynchronous-invoker.js'
import { createFunction, type FunctionFixture } from './function-fixture.js'

const MINUTE = 60_000

interface Started extends FunctionFixture {
  readonly invoker: AsynchronousInvoker
  readonly warning: Promise<string>
}

const started: Started[] = []

async function start(source: string, properties: Readonly<Record<string, unknown>> = {}): Promise<Started> {
  const fixture = await createFunction({ files: { 'index.mjs': source }, properties })
  let warn = (_message: string): void => {}
  const warning = new Promise<string>((resolve) => {
    warn = resolve
  })
  const invoker = new AsynchronousInvoker(fixture.clock, { warn: (message) => warn(message) })
  const all = { ...fixture, invoker, warning }
  started.push(all)
  return all
}

afterEach(async () => {
  for (const { invoker, end } of started.splice(0)) {
    await invoker.stop()
    await end()
  }
})

const FAILING = `
  let attempt = 0
  export const handler = async () => { console.log('attempt ' + ++attempt); throw new Error('no') }`

it('tries a failing function again after one minute and after two more, then gives up', async () => {
  const { clock, invoker, lambda, logLines, warning } = await start(FAILING)
  const attempts = (): number => logLines.filter((line) => line.startsWith('attempt')).length
  invoker.accept(lambda, '{}')
  await clock.advance(MINUTE - 1000)
  expect(attempts()).toBe(1)
  await clock.advance(2000)
  expect(attempts()).toBe(2)
  await clock.advance(2 * MINUTE - 3000)
  expect(attempts()).toBe(2)
  await clock.advance(3000)
  expect(attempts()).toBe(3)
  await clock.advance(60 * MINUTE)
  expect(await warning).toBe('An asynchronous event for subject was given up after 3 attempts.')
  expect(attempts()).toBe(3)
})

it('follows the policy of the function', async () => {
  const { invoker, lambda, logLine, warning } = await start(FAILING)
  invoker.setPolicy('subject', { maximumRetryAttempts: 0, maximumEventAgeSeconds: 60 })
  invoker.accept(lambda, '{}')
  await logLine('attempt 1')
  expect(await warning).toContain('after 1 attempts')
})

it('tries a throttled function ever later, until the event is too old', async () => {
  const { clock, invoker, lambda, warning, logLines } = await start(FAILING, {
    ReservedConcurrentExecutions: 0,
  })
  invoker.setPolicy('subject', { maximumRetryAttempts: 0, maximumEventAgeSeconds: 60 })
  invoker.accept(lambda, '{}')
  // After 1, 2, 4, 8 and 16 seconds; then it is 31 seconds old, and 32 more would be over a minute.
  await clock.advance('31s')
  expect(await warning).toContain('after 6 attempts')
  expect(logLines).toEqual([])
})

it('stop gives up what waits', async () => {
  const { clock, invoker, lambda, logLines } = await start(FAILING)
  invoker.accept(lambda, '{}')
  await clock.advance(MINUTE / 2)
  await invoker.stop()
  await clock.advance(MINUTE)
  expect(logLines.filter((line) => line.startsWith('attempt'))).toEqual(['attempt 1'])
})
