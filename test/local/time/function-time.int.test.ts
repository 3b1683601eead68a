import { afterEach, describe, expect, it } from 'vitest'
import { createFunction, type FunctionFixture } from '../lambda/function-fixture.js'

const HOUR = 60 * 60_000
const started: FunctionFixture[] = []

async function start(
  source: string,
  properties: Readonly<Record<string, unknown>> = {},
): Promise<FunctionFixture> {
  const fixture = await createFunction({ files: { 'index.mjs': source }, properties })
  started.push(fixture)
  return fixture
}

afterEach(async () => {
  for (const { end } of started.splice(0)) await end()
})

describe('Date in a function', () => {
  it('follows the time of the local cloud, in an environment that is warm and in a new one', async () => {
    const { clock, invoke, lambda } = await start(`export const handler = async () => ({
      now: Date.now(), made: new Date().getTime(), text: Date.parse(Date()), given: new Date(0).toISOString(),
      kind: new Date() instanceof Date, name: Date.name, utc: Date.UTC(1970, 0, 1) })`)
    await invoke({})
    for (const renew of [false, true]) {
      if (renew) await lambda.kill()
      await clock.advance(5 * HOUR)
      const told = (await invoke({})) as Record<string, unknown>
      for (const member of ['now', 'made', 'text']) {
        expect(Math.abs(Number(told[member]) - clock.now()), member).toBeLessThan(HOUR / 10)
      }
      expect(told).toMatchObject({ given: '1970-01-01T00:00:00.000Z', kind: true, name: 'Date', utc: 0 })
    }
  })

  it('class Date can be extended', async () => {
    const { invoke } = await start(`
      class Day extends Date { tomorrow() { return new Day(this.getTime() + 1) } }
      export const handler = async () => [new Day(1).tomorrow().getTime(), new Day() instanceof Day]`)
    expect(await invoke({})).toEqual([2, true])
  })
})

describe('timers in a function', () => {
  it.each([
    ['setTimeout', 'await new Promise((resolve) => setTimeout(resolve, 10 * 60_000))'],
    [
      'a promise of node:timers/promises',
      `await (await import('node:timers/promises')).setTimeout(10 * 60_000)`,
    ],
    [
      'setTimeout of a required module',
      `await new Promise((resolve) => createRequire(import.meta.url)('node:timers').setTimeout(resolve, 10 * 60_000))`,
    ],
    ['promisified setTimeout', `await (await import('node:util')).promisify(setTimeout)(10 * 60_000)`],
    [
      'AbortSignal.timeout',
      `await new Promise((resolve) => { const signal = AbortSignal.timeout(10 * 60_000); signal.onabort = () => resolve(signal.reason.name) })`,
    ],
    [
      'setInterval',
      `await new Promise((resolve) => { let ticks = 0; const timer = setInterval(() => { if (++ticks === 4) { clearInterval(timer); resolve() } }, 150_000) })`,
    ],
    [
      'setInterval of node:timers/promises',
      `let ticks = 0; for await (const _ of (await import('node:timers/promises')).setInterval(150_000)) if (++ticks === 4) break`,
    ],
    ['an imported setTimeout', `await new Promise((resolve) => imported(resolve, 10 * 60_000))`],
  ])('%s fires when time is moved', async (_name, wait) => {
    const { clock, invoke, logLine } = await start(
      `import { createRequire } from 'node:module'
       import { setTimeout as imported } from 'node:timers'
       export const handler = async () => { const begin = Date.now(); console.log('begun'); ${wait}; return Date.now() - begin }`,
      { Timeout: 900 },
    )
    const invocation = invoke({})
    await logLine('begun')
    await clock.advance(HOUR)
    const waited = Number(await invocation)
    expect(waited).toBeGreaterThanOrEqual(10 * 60_000 - 1)
    expect(waited).toBeLessThan(11 * 60_000)
  })

  it('a timer that was cleared does not fire, and stops nobody', async () => {
    const { clock, invoke, logLine } = await start(
      `export const handler = async () => {
         const cleared = setTimeout(() => console.log('fired'), 1000)
         clearTimeout(cleared)
         const byNumber = setTimeout(() => console.log('fired'), 1000)
         clearTimeout(+byNumber)
         console.log('begun')
         await new Promise((resolve) => setTimeout(resolve, 5000))
         return 'done'
       }`,
    )
    const invocation = invoke({})
    await logLine('begun')
    await clock.advance('10s')
    expect(await invocation).toBe('done')
    expect(started.at(-1)?.logLines).not.toContain('fired')
  })

  it('a wait that hangs ends with the time-out of the function', async () => {
    const { clock, lambda } = await start('export const handler = () => new Promise(() => {})', {
      Timeout: 900,
    })
    const invocation = lambda.invoke('{}')
    await clock.advance('15m')
    const { outcome } = await invocation
    expect(outcome).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } })
  })

  it.each([
    ['event loop', 'while (performance.now() < end) await new Promise(setImmediate)'],
    ['gzip', 'while (performance.now() < end) await promisify(zlib.gzip)(bytes)'],
    [
      'a gzip stream',
      'while (performance.now() < end) await pipeline(Readable.from([bytes, bytes]), zlib.createGzip(), new PassThrough().resume())',
    ],
    [
      'pbkdf2',
      `while (performance.now() < end) await promisify(crypto.pbkdf2)('a', 'b', 50_000, 32, 'sha256')`,
    ],
    ['Web Crypto', `while (performance.now() < end) await crypto.webcrypto.subtle.digest('SHA-256', bytes)`],
    [
      'a key pair',
      `while (performance.now() < end) await promisify(crypto.generateKeyPair)('rsa', { modulusLength: 1024 })`,
    ],
  ])(
    'a function at work in %s is not struck by its time-out, however far time is moved',
    async (_name, work) => {
      const { clock, invoke, logLine } = await start(
        `import crypto from 'node:crypto'
       import { PassThrough, Readable } from 'node:stream'
       import { pipeline } from 'node:stream/promises'
       import { promisify } from 'node:util'
       import zlib from 'node:zlib'
       export const handler = async () => {
         console.log('begun')
         const end = performance.now() + 200
         const bytes = Buffer.alloc(1_000_000)
         ${work}
         return 'finished'
       }`,
        { Timeout: 3 },
      )
      const invocation = invoke({})
      await logLine('begun')
      await clock.advance('1d')
      expect(await invocation).toBe('finished')
    },
  )

  it('a function that is killed ends at once, also when time is moved right then', async () => {
    const { clock, lambda, logLine } = await start(
      `export const handler = () => { console.log('begun'); return new Promise(() => {}) }`,
      { Timeout: 600 },
    )
    const invocation = lambda.invoke('{}')
    await logLine('begun')
    const killed = lambda.kill()
    await clock.advance('1h')
    await killed
    expect((await invocation).outcome).toMatchObject({ error: { errorType: 'Runtime.ExitError' } })
  })

  it('a timer that an ended invocation left behind stops nobody', async () => {
    const { clock, invoke } = await start(
      `export const handler = async () => { for (let i = 1; i <= 1000; i++) setTimeout(() => {}, i * 60_000); return 'done' }`,
    )
    await invoke({})
    let jumps = 0
    clock.onJump(() => (jumps += 1))
    await clock.advance('1d')
    expect(jumps).toBe(1)
  })
})
