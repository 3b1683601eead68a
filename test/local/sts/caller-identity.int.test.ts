import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { describe, expect, it } from 'vitest'
import { functionResource } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'

const ASSETS = {
  who: {
    'index.mjs': `
      import { request } from 'node:http'
      // As every SDK sends it; the local cloud checks no signature.
      export const handler = () => new Promise((resolve, reject) => {
        const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID } = process.env
        const outgoing = request(AWS_ENDPOINT_URL, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: 'AWS4-HMAC-SHA256 Credential=' + AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sts/aws4_request, Signature=0',
          },
        }, (incoming) => {
          let text = ''
          incoming.on('data', (chunk) => { text += chunk })
          incoming.on('end', () => resolve({ status: incoming.statusCode, text }))
        })
        outgoing.on('error', reject)
        outgoing.end('Action=GetCallerIdentity&Version=2011-06-15')
      })`,
  },
}

describe('the caller', () => {
  it('outside the cloud is a user', async () => {
    const cloud = await startCloud({})
    const identity = await new STSClient(cloud.clientConfig).send(new GetCallerIdentityCommand({}))
    expect(identity).toMatchObject({
      Account: '000000000000',
      Arn: 'arn:aws:iam::000000000000:user/local',
      UserId: expect.stringMatching(/^AIDA[0-9A-Z]{17}$/),
    })
  })

  it("inside a function is a session of its role, by the function's name", async () => {
    const cloud = await startCloud({ Who: functionResource('who') }, { assets: ASSETS })
    const result = await cloud.invoke('Who', {})
    const { status, text } = (result.kind === 'success' ? result.payload : {}) as {
      readonly status?: number
      readonly text?: string
    }
    expect(status).toBe(200)
    const name = cloud.physicalId('Who')
    expect(text).toContain(`<Arn>arn:aws:sts::000000000000:assumed-role/worker/${name}</Arn>`)
    expect(text).toMatch(new RegExp(`<UserId>AROA\\w+:${name}</UserId>`))
  })

  it('gets no other identity', async () => {
    const cloud = await startCloud({})
    const assume = new AssumeRoleCommand({
      RoleArn: 'arn:aws:iam::000000000000:role/x',
      RoleSessionName: 's',
    })
    await expect(new STSClient(cloud.clientConfig).send(assume)).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('The local cloud gives no temporary credentials'),
      $metadata: { httpStatusCode: 403 },
    })
  })
})
