import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type FunctionUrlServer,
  startFunctionUrl,
} from '../../../lib/local/lambda/function-url/function-url-server.js'
import { startCloud } from '../start-cloud.js'
import { createFunction, type FixtureOptions, type FunctionFixture } from './function-fixture.js'
import { functionResource } from './lambda-resources.js'

interface UrlFixture extends FunctionFixture {
  readonly url: string
}

const running: { readonly fixture: FunctionFixture; readonly server: FunctionUrlServer }[] = []

async function start(source: string, options: Omit<FixtureOptions, 'files'> = {}): Promise<UrlFixture> {
  const fixture = await createFunction({ ...options, files: { 'index.mjs': source } })
  const server = await startFunctionUrl({
    ...fixture,
    authType: 'NONE',
    access: {
      accountId: '000000000000',
      authorise: async () => undefined,
      callerOf: () => ({ kind: 'user', name: 'user' }),
    },
  })
  running.push({ fixture, server })
  return { ...fixture, url: server.url }
}

afterEach(async () => {
  for (const { fixture, server } of running.splice(0)) {
    await server.stop()
    await fixture.end()
  }
})

const ECHO = 'export const handler = async (event) => event'

describe('the event', () => {
  it('is a request in payload format 2.0', async () => {
    const { url, clock } = await start(ECHO)
    await clock.advance('3d')
    const before = Math.floor(clock.now())
    const response = await fetch(`${url}orders/1%2F2?b=2&a=x%20y&b=3`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Custom': 'One',
        'User-Agent': 'test',
        Cookie: 'a=1; b=2',
      },
      body: '{"näme":1}',
    })
    const event: unknown = await response.json()
    expect(event).toEqual({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/orders/1%2F2',
      rawQueryString: 'b=2&a=x%20y&b=3',
      cookies: ['a=1', 'b=2'],
      headers: expect.objectContaining({ 'content-type': 'application/json', 'x-custom': 'One' }),
      queryStringParameters: { b: '2,3', a: 'x y' },
      requestContext: {
        accountId: 'anonymous',
        apiId: expect.stringMatching(/^[0-9a-f]{32}$/),
        domainName: new URL(url).host,
        domainPrefix: expect.stringMatching(/^[0-9a-f]{32}$/),
        http: {
          method: 'POST',
          path: '/orders/1%2F2',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: '$default',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.toSatisfy((time: number) => time >= before && time <= clock.now()),
      },
      body: '{"näme":1}',
      isBase64Encoded: false,
    })
  })

  it('has no member for what the request has not', async () => {
    const { url } = await start(ECHO)
    const event: unknown = await (await fetch(url)).json()
    expect(event).toMatchObject({ rawPath: '/', rawQueryString: '', isBase64Encoded: false })
    expect(event).not.toHaveProperty('body')
    expect(event).not.toHaveProperty('cookies')
    expect(event).not.toHaveProperty('queryStringParameters')
  })

  it.each([
    ['application/octet-stream', {}, true],
    ['image/png', {}, true],
    ['application/x-www-form-urlencoded', {}, true],
    ['text/plain', { 'content-encoding': 'gzip' }, true],
    ['text/csv; charset=utf-8', {}, false],
    ['application/cloudevents+json', {}, false],
  ])('has the body of %s %j as base64: %s', async (type, headers, isBase64Encoded) => {
    const { url } = await start(ECHO)
    const bytes = Buffer.from('some bytes')
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type, ...headers },
      body: bytes,
    })
    expect(await response.json()).toMatchObject({
      body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
      isBase64Encoded,
    })
  })
})

describe('the response', () => {
  it("has the answer's status, headers, cookies and body", async () => {
    const { url } = await start(`export const handler = async () => ({
      statusCode: 201, headers: { 'X-Number': 3, 'content-type': 'text/plain' }, cookies: ['a=1; Secure', 'b=2'], body: 'made' })`)
    const response = await fetch(url)
    expect(response.status).toBe(201)
    expect(response.headers.get('x-number')).toBe('3')
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.get('content-length')).toBe('4')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2'])
    expect(await response.text()).toBe('made')
  })

  it('has the bytes of a base64 body', async () => {
    const { url } = await start(
      "export const handler = async () => ({ statusCode: 200, body: '/wAB', isBase64Encoded: true })",
    )
    expect([...new Uint8Array(await (await fetch(url)).arrayBuffer())]).toEqual([255, 0, 1])
  })

  it('is 502 when the function fails', async () => {
    const { url } = await start("export const handler = async () => { throw new Error('secret reason') }")
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([502, 'Internal Server Error'])
  })

  it('is 502 when the function is killed meanwhile', async () => {
    const { url, logLine, lambda } = await start(
      "export const handler = async () => { console.log('here'); await new Promise((resolve) => setInterval(resolve, 1e9)) }",
    )
    const responding = fetch(url)
    await logLine('here')
    await lambda.kill()
    expect((await responding).status).toBe(502)
  })

  it('is 429 when the function is throttled', async () => {
    const { url } = await start(ECHO, { properties: { ReservedConcurrentExecutions: 0 } })
    expect((await fetch(url)).status).toBe(429)
  })

  it.each([
    ['over 6 MB', 'x'.repeat(6 * 1024 * 1024 + 1)],
    // As JSON text a quote takes two bytes.
    ['that is over 6 MB only inside the event', '"'.repeat(4 * 1024 * 1024)],
  ])('is 413 for a body %s', async (_name, body) => {
    const { url } = await start(ECHO)
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413)
  })
})

it('stop ends an open connection at once', async () => {
  const { url, logLine } = await start(
    "export const handler = async () => { console.log('here'); await new Promise((resolve) => setInterval(resolve, 1e9)) }",
  )
  const client = request(url)
  const failed = once(client, 'error')
  client.end()
  await logLine('here')
  await running[0]?.server.stop()
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
})

describe('AWS::Lambda::Url', () => {
  const assets = { echo: { 'index.mjs': ECHO } }
  const url = (properties: object): unknown => ({
    Type: 'AWS::Lambda::Url',
    Properties: { TargetFunctionArn: { 'Fn::GetAtt': ['Echo', 'Arn'] }, ...properties },
  })

  it('has its attributes, and takes unsigned requests as those of the account', async () => {
    const cloud = await startCloud(
      {
        Echo: functionResource('echo'),
        A: url({ AuthType: 'AWS_IAM' }),
        B: url({ AuthType: 'AWS_IAM', Cors: {} }),
      },
      { assets },
    )
    expect(cloud.physicalId('A')).toBe(cloud.attribute('Echo', 'Arn'))
    expect(cloud.attribute('A', 'FunctionArn')).toBe(cloud.attribute('Echo', 'Arn'))
    expect(cloud.attribute('A', 'FunctionUrl')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const response = await fetch(cloud.attribute('A', 'FunctionUrl'))
    expect(await response.json()).toMatchObject({ requestContext: { accountId: cloud.accountId } })
    expect(cloud.warnings().filter((warning) => warning.includes('AWS_IAM'))).toHaveLength(1)
    expect(cloud.warnings().filter((warning) => warning.includes('Cors'))).toHaveLength(1)
  })

  it.each([
    [{ AuthType: 'LOGIN' }, 'Expected `AuthType` to be AWS_IAM or NONE'],
    [{ AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' }, 'does not stream responses'],
    [{ AuthType: 'NONE', TargetFunctionArn: 'nobody' }, 'Function not found: nobody'],
  ])('refuses %j', async (properties, message) => {
    await expect(
      startCloud({ Echo: functionResource('echo'), A: url(properties) }, { assets }),
    ).rejects.toThrow(message)
  })
})
