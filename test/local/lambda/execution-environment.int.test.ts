import { afterEach, describe, expect, it } from 'vitest'
import { createFunction, type FixtureOptions, type FunctionFixture } from './function-fixture.js'

const fixtures: FunctionFixture[] = []

async function start(source: string, options: Omit<FixtureOptions, 'files'> = {}): Promise<FunctionFixture> {
  const fixture = await createFunction({ ...options, files: { 'index.mjs': source } })
  fixtures.push(fixture)
  return fixture
}

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()))
})

const COUNTER = `
  let calls = 0
  globalThis.loaded = (globalThis.loaded ?? 0) + 1
  export const handler = async () => ({ calls: ++calls, loaded: globalThis.loaded })
`

/** Says that it runs, then waits for ever. */
const ENDLESS = `
  export const handler = async (event) => {
    if (event.wait) { console.log('waiting ' + event.wait); await new Promise((resolve) => setInterval(resolve, 1e9)) }
    return 'done'
  }
`

describe('environment variables', () => {
  it('are those of the template and of Lambda, nothing of the shell', async () => {
    process.env['SHELL_SECRET'] = 'leaks'
    const { invoke, folder } = await start('export const handler = async () => process.env', {
      properties: { Environment: { Variables: { TABLE: 'orders', AWS_REGION: 'ignored' } } },
    })
    const environment = await invoke({})
    delete process.env['SHELL_SECRET']
    expect(environment).toEqual({
      TABLE: 'orders',
      LANG: 'en_US.UTF-8',
      PATH: '/usr/local/bin:/usr/bin/:/bin:/opt/bin',
      TZ: ':UTC',
      _HANDLER: 'index.handler',
      LAMBDA_TASK_ROOT: folder,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_REGION: 'eu-west-1',
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'subject',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/subject',
      AWS_LAMBDA_LOG_STREAM_NAME: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      AWS_LAMBDA_LOG_FORMAT: 'Text',
      AWS_ACCESS_KEY_ID: 'AKIASUBJECT',
      AWS_SECRET_ACCESS_KEY: 'not-a-secret',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
      _X_AMZN_TRACE_ID: expect.stringMatching(
        /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/,
      ),
    })
  })

  it('are not shared between environments', async () => {
    const { lambda, logLine } = await start(`
      export const handler = async ({ wait }) => {
        const before = process.env.MARK
        process.env.MARK = 'set'
        if (wait) { console.log('waiting'); await new Promise((resolve) => setInterval(resolve, 1e9)) }
        return before ?? 'clean'
      }`)
    const first = lambda.invoke('{"wait":true}')
    await logLine('waiting')
    const { outcome } = await lambda.invoke('{}')
    expect(outcome).toEqual({ kind: 'response', payload: '"clean"' })
    await lambda.kill()
    await first
  })

  it('give each invocation its own trace id', async () => {
    const { invoke } = await start('export const handler = async () => process.env._X_AMZN_TRACE_ID')
    expect(await invoke({})).not.toBe(await invoke({}))
  })
})

describe('reuse', () => {
  it('keeps an environment warm', async () => {
    const { invoke } = await start(COUNTER)
    expect(await invoke({})).toEqual({ calls: 1, loaded: 1 })
    expect(await invoke({})).toEqual({ calls: 2, loaded: 1 })
  })

  it('keeps it after an error of the handler', async () => {
    const { lambda, invoke } = await start(`
      let calls = 0
      export const handler = async ({ fail }) => { calls += 1; if (fail) throw new TypeError('bad event'); return calls }`)
    const { outcome } = await lambda.invoke('{"fail":true}')
    expect(outcome).toMatchObject({
      kind: 'error',
      error: {
        errorType: 'TypeError',
        errorMessage: 'bad event',
        trace: expect.arrayContaining(['TypeError: bad event', expect.stringContaining('index.mjs')]),
      },
    })
    expect(await invoke({})).toBe(2)
  })

  it('starts a second environment while the first is busy, never two invocations in one', async () => {
    const { lambda, logLine } = await start(ENDLESS)
    const busy = lambda.invoke('{"wait":"here"}')
    await logLine('waiting here')
    expect((await lambda.invoke('{}')).outcome).toEqual({ kind: 'response', payload: '"done"' })
    await lambda.kill()
    await busy
  })

  it('lets invocations wait in line when no more environments may start', async () => {
    const { lambda, logLine } = await start(ENDLESS, { maximumEnvironments: 1 })
    const busy = lambda.invoke('{"wait":"a"}')
    await logLine('waiting a')
    const next = lambda.invoke('{}')
    await lambda.kill()
    expect((await busy).outcome.kind).toBe('error')
    expect((await next).outcome).toEqual({ kind: 'response', payload: '"done"' })
  })

  it('throttles above the reserved concurrency', async () => {
    const { lambda, logLine } = await start(ENDLESS, { properties: { ReservedConcurrentExecutions: 1 } })
    const busy = lambda.invoke('{"wait":"a"}')
    await logLine('waiting a')
    await expect(lambda.invoke('{}')).rejects.toMatchObject({
      code: 'TooManyRequestsException',
      statusCode: 429,
    })
    await lambda.kill()
    await busy
  })
})

describe('time-out', () => {
  it('ends the worker; the next invocation gets a fresh environment', async () => {
    const { clock, lambda, logLine, invoke } = await start(
      `let calls = 0
       export const handler = async ({ spin }) => { calls += 1; if (spin) { console.log('spinning'); for (;;); } return calls }`,
      { properties: { Timeout: 7 } },
    )
    expect(await invoke({})).toBe(1)
    const slow = lambda.invoke('{"spin":true}')
    await logLine('spinning')
    clock.jump('7s')
    const { requestId, outcome } = await slow
    expect(outcome).toEqual({
      kind: 'error',
      error: {
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${requestId} Error: Task timed out after 7.00 seconds`,
        trace: [],
      },
    })
    expect(await invoke({})).toBe(1)
  })

  it('also ends a module that never finishes loading', async () => {
    const { clock, lambda } = await start('await new Promise(() => {}); export const handler = async () => 1')
    const invocation = lambda.invoke('{}')
    await clock.advance('40s')
    expect((await invocation).outcome).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } })
  })

  it('tells the handler how much time remains', async () => {
    const { invoke } = await start('export const handler = async (e, c) => c.getRemainingTimeInMillis()')
    const remaining = await invoke({})
    expect(remaining).toBeGreaterThan(20_000)
    expect(remaining).toBeLessThanOrEqual(30_000)
  })
})

describe('crash', () => {
  it.each([
    ['process.exit', 'process.exit(3)', 'Runtime.ExitError', 'Runtime exited with error: exit status 3'],
    ['process.exit(0)', 'process.exit(0)', 'Runtime.ExitError', 'Runtime exited with error: exit status 0'],
    ['a signal to itself', "process.kill(process.pid, 'SIGKILL')", 'Runtime.ExitError', 'signal: killed'],
    [
      'an exception nobody caught',
      "setImmediate(() => { throw new RangeError('later') })",
      'RangeError',
      'later',
    ],
    [
      'a rejection nobody caught',
      "void Promise.reject(new Error('lost'))",
      'Runtime.UnhandledPromiseRejection',
      'lost',
    ],
  ])('%s ends the invocation, not the local cloud', async (_name, statement, errorType, message) => {
    const { lambda, invoke } = await start(`
      let calls = 0
      export const handler = async ({ crash }) => {
        calls += 1
        if (crash) { ${statement}; await new Promise((resolve) => setInterval(resolve, 1e9)) }
        return calls
      }`)
    expect(await invoke({})).toBe(1)
    const { outcome } = await lambda.invoke('{"crash":true}')
    expect(outcome).toMatchObject({ error: { errorType, errorMessage: expect.stringContaining(message) } })
    expect(await invoke({})).toBe(1)
  })

  it('kill ends every environment at once, in the middle of an invocation', async () => {
    const { lambda, logLine, invoke } = await start(ENDLESS)
    const first = lambda.invoke('{"wait":"one"}')
    const second = lambda.invoke('{"wait":"two"}')
    await Promise.all([logLine('waiting one'), logLine('waiting two')])
    await lambda.kill()
    for (const { requestId, outcome } of await Promise.all([first, second])) {
      expect(outcome).toMatchObject({
        error: {
          errorType: 'Runtime.ExitError',
          errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`,
        },
      })
    }
    expect(await invoke({})).toBe('done')
  })

  it('a function that takes more memory than it has ends alone', async () => {
    const { lambda } = await start(
      `export const handler = async () => { const all = []; for (;;) all.push(new Array(1e5).fill({ a: 1 })) }`,
      { properties: { MemorySize: 128 } },
    )
    expect((await lambda.invoke('{}')).outcome).toMatchObject({ error: { errorType: 'Runtime.OutOfMemory' } })
  })
})

describe('context and logs', () => {
  it('has the documented members', async () => {
    const { lambda } = await start(
      'export const handler = async (event, { getRemainingTimeInMillis, ...context }) => ({ event, context })',
    )
    const { requestId, outcome } = await lambda.invoke('{"a":[1]}')
    expect(outcome.kind === 'response' && JSON.parse(outcome.payload)).toEqual({
      event: { a: [1] },
      context: {
        callbackWaitsForEmptyEventLoop: true,
        awsRequestId: requestId,
        functionName: 'subject',
        functionVersion: '$LATEST',
        invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:subject',
        memoryLimitInMB: '256',
        logGroupName: '/aws/lambda/subject',
        logStreamName: expect.stringContaining('[$LATEST]'),
      },
    })
  })

  it('has every line before the invocation ends, from stdout and stderr, in order', async () => {
    const { invoke, logLines } = await start(`
      export const handler = async () => {
        console.log('one\\ntwo'); console.error('three'); process.stdout.write(new TextEncoder().encode('föur\\n'))
      }`)
    expect(await invoke({})).toBeNull()
    expect(logLines).toEqual(['one', 'two', 'three', 'föur'])
  })

  it('logs why an invocation failed', async () => {
    const { lambda, logLines } = await start(
      "export const handler = async () => { throw new Error('no luck') }",
    )
    const { requestId } = await lambda.invoke('{}')
    expect(logLines).toEqual([
      expect.stringContaining(`\t${requestId}\tERROR\tInvoke Error\t{"errorType":"Error"`),
    ])
  })
})

describe('payloads', () => {
  it('refuses a request over 6 MB', async () => {
    const { lambda } = await start(COUNTER)
    await expect(lambda.invoke(JSON.stringify('x'.repeat(6 * 1024 * 1024)))).rejects.toMatchObject({
      code: 'RequestTooLargeException',
      statusCode: 413,
    })
  })

  it('refuses what is not JSON', async () => {
    const { lambda } = await start(COUNTER)
    await expect(lambda.invoke('{')).rejects.toMatchObject({ code: 'InvalidRequestContentException' })
  })

  it.each([
    ['over 6 MB', "'x'.repeat(6 * 1024 * 1024)", 'Function.ResponseSizeTooLarge'],
    ['a BigInt', '1n', 'Error'],
    ['a circle', '(() => { const a = {}; a.a = a; return a })()', 'Error'],
  ])('turns a response that is %s into an error', async (_name, expression, errorType) => {
    const { lambda } = await start(`export const handler = async () => (${expression})`)
    expect((await lambda.invoke('{}')).outcome).toMatchObject({ kind: 'error', error: { errorType } })
  })

  it.each(['undefined', '() => 1'])('answers null for %s', async (expression) => {
    const { invoke } = await start(`export const handler = async () => (${expression})`)
    expect(await invoke({})).toBeNull()
  })

  it('reports a thrown value that is no Error by its type', async () => {
    const { lambda } = await start("export const handler = async () => { throw 'text' }")
    expect((await lambda.invoke('{}')).outcome).toEqual({
      kind: 'error',
      error: { errorType: 'string', errorMessage: 'text', trace: [] },
    })
  })
})

it('stop ends what runs and refuses what comes after', async () => {
  const { lambda, logLine } = await start(ENDLESS)
  const busy = lambda.invoke('{"wait":"a"}')
  await logLine('waiting a')
  await lambda.stop()
  expect((await busy).outcome.kind).toBe('error')
  await expect(lambda.invoke('{}')).rejects.toMatchObject({ code: 'ServiceException' })
})
