import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { functionResource, logLineOf } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'

/** What the CDK wraps around the handlers of its own custom resources. */
const CDK_ENTRY = join(
  dirname(createRequire(import.meta.url).resolve('aws-cdk-lib/package.json')),
  'custom-resource-handlers/dist/core/nodejs-entrypoint-handler/index.js',
)

const answering = (send: string): string => `
  import https, { request } from 'node:https'
  export const handler = async (event) => {
    console.log('asked ' + JSON.stringify({ ...event, ResponseURL: undefined }))
    const body = JSON.stringify({
      Status: event.ResourceProperties.Fail === undefined ? 'SUCCESS' : 'FAILED',
      Reason: 'told to fail',
      PhysicalResourceId: 'made-by-' + event.LogicalResourceId,
      Data: { Name: 'the name', Count: 3, Deep: { a: [1] } },
    })
    ${send}
  }`

const SENDERS = {
  fetch: `await fetch(event.ResponseURL, { method: 'PUT', body })`,
  'https.request with a URL': `await new Promise((resolve, reject) => {
      const outgoing = https.request(event.ResponseURL, { method: 'PUT' }, (answer) => answer.resume().on('end', resolve))
      outgoing.on('error', reject).end(body)
    })`,
  'request with host and path': `await new Promise((resolve, reject) => {
      const { hostname, pathname } = new URL(event.ResponseURL)
      const options = { hostname, port: 443, path: pathname, method: 'PUT', headers: { 'content-length': body.length } }
      request(options, (answer) => answer.resume().on('end', resolve)).on('error', reject).end(body)
    })`,
}

const custom = (properties: object = {}): unknown => ({
  Type: 'Custom::Thing',
  Properties: { ServiceToken: { 'Fn::GetAtt': ['Maker', 'Arn'] }, ...properties },
})

function start(
  code: string,
  properties: object = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<LocalCloud> {
  return startCloud(
    { Maker: functionResource('maker'), Made: custom(properties), ...more },
    { assets: { maker: { 'index.mjs': code } } },
  )
}

describe('a custom resource', () => {
  it.each(Object.entries(SENDERS))('is what its function answers by %s', async (_name, send) => {
    const name = { Type: 'AWS::SNS::Topic', Properties: { TopicName: { 'Fn::GetAtt': ['Made', 'Deep'] } } }
    const cloud = await start(answering(send), { Size: 5, On: true, List: [{ n: 1 }] }, { Bell: name })
    expect(cloud.physicalId('Made')).toBe('made-by-Made')
    expect(cloud.attribute('Made', 'Name')).toBe('the name')
    expect(cloud.attribute('Made', 'Count')).toBe('3')
    expect(cloud.attribute('Bell', 'TopicName')).toBe('{"a":[1]}')
    const [, asked = ''] = (await logLineOf(cloud, 'asked ')).split('asked ')
    expect(JSON.parse(asked)).toEqual({
      RequestType: 'Create',
      RequestId: expect.any(String),
      ServiceToken: cloud.attribute('Maker', 'Arn'),
      StackId: expect.stringContaining(':stack/Shop/'),
      LogicalResourceId: 'Made',
      ResourceType: 'Custom::Thing',
      ResourceProperties: {
        ServiceToken: cloud.attribute('Maker', 'Arn'),
        Size: '5',
        On: 'true',
        List: [{ n: '1' }],
      },
    })
  })

  it('of the CDK is made by its own function', async () => {
    const entry = await readFile(CDK_ENTRY, 'utf8')
    const handler = `exports.handler = async () => ({ Data: { Answer: '42' } })`
    const cloud = await startCloud(
      {
        Maker: functionResource('maker', { Handler: '__entrypoint__.handler' }),
        Made: custom({ ServiceToken: { 'Fn::GetAtt': ['Maker', 'Arn'] } }),
      },
      { assets: { maker: { '__entrypoint__.js': entry, 'index.js': handler } } },
    )
    expect(cloud.attribute('Made', 'Answer')).toBe('42')
    expect(cloud.warnings()).toEqual([])
  })

  it.each([
    ['reports a failure', answering(SENDERS.fetch), { Fail: 1 }, 'its function says: told to fail'],
    ['throws', 'export const handler = async () => { throw new Error("broken") }', {}, 'broken'],
    [
      'answers with no JSON',
      `export const handler = ({ ResponseURL }) => fetch(ResponseURL, { method: 'PUT', body: 'done' }).then(() => 1)`,
      {},
      'its function answered with something that is no JSON object',
    ],
  ])('whose function %s is left out, with a warning', async (_name, code, properties, reason) => {
    const cloud = await start(code, properties)
    expect(cloud.warnings()).toEqual([
      expect.stringMatching(
        new RegExp(`nothing that runs depends on them: Custom::Thing \\(Made: .*${reason}`),
      ),
    ])
    expect(cloud.resources('Custom::Thing')).toEqual([])
  })
})
