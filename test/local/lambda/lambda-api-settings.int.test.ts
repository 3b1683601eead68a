import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  GetFunctionEventInvokeConfigCommand,
  GetFunctionUrlConfigCommand,
  GetPolicyCommand,
  InvokeCommand,
  LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateFunctionConfigurationCommand,
  waitUntilFunctionUpdatedV2,
} from '@aws-sdk/client-lambda'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { functionResource, logLineOf } from './lambda-resources.js'

const ASSETS = {
  echo: {
    'index.mjs': `
      import { writeFileSync, watch, existsSync } from 'node:fs'
      let calls = 0
      export const handler = async (event, context) => {
        calls += 1
        if (event.hold !== undefined) {
          console.log('holding')
          await fetch(event.hold)
        }
        return { calls, colour: process.env.COLOUR, memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis() }
      }`,
  },
}

interface Seen {
  readonly calls: number
  readonly colour?: string
  readonly memory: string
  readonly left: number
}

async function start(
  properties: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<{
  cloud: LocalCloud
  lambda: LambdaClient
  FunctionName: string
  seen: (event?: unknown) => Promise<Seen>
}> {
  const cloud = await startCloud({ Echo: functionResource('echo', properties), ...more }, { assets: ASSETS })
  const lambda = new LambdaClient({ ...cloud.clientConfig, maxAttempts: 1 })
  const FunctionName = cloud.physicalId('Echo')
  const seen = async (event: unknown = {}): Promise<Seen> => {
    const { Payload: payload } = await lambda.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    )
    return JSON.parse(Buffer.from(payload ?? []).toString())
  }
  return { cloud, lambda, FunctionName, seen }
}

const notFound = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } }

describe('UpdateFunctionConfiguration', () => {
  it('counts in new execution environments', async () => {
    const { lambda, FunctionName, seen } = await start({ Environment: { Variables: { COLOUR: 'red' } } })
    expect(await seen()).toMatchObject({ calls: 1, colour: 'red', memory: '256' })
    expect((await seen()).calls).toBe(2)
    const updated = await lambda.send(
      new UpdateFunctionConfigurationCommand({
        FunctionName,
        Environment: { Variables: { COLOUR: 'blue' } },
        MemorySize: 512,
        Timeout: 90,
        Description: 'Says it again.',
      }),
    )
    expect(updated).toMatchObject({
      Environment: { Variables: { COLOUR: 'blue' } },
      MemorySize: 512,
      Timeout: 90,
      Description: 'Says it again.',
      Handler: 'index.handler',
      LastUpdateStatus: 'Successful',
    })
    await waitUntilFunctionUpdatedV2({ client: lambda, maxWaitTime: 10 }, { FunctionName })
    const after = await seen()
    expect(after).toMatchObject({ calls: 1, colour: 'blue', memory: '512' })
    expect(after.left).toBeGreaterThan(60_000)
  })

  it('leaves an invocation under way as it began', async () => {
    const { cloud, lambda, FunctionName, seen } = await start({
      Environment: { Variables: { COLOUR: 'red' } },
    })
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    cloud.intercept(async (call, next) => {
      if (call.operation === 'GetCallerIdentity') await held
      return next()
    })
    const signature = 'AWS4-HMAC-SHA256 Credential=k/20260101/us-east-1/sts/aws4_request, Signature=0'
    const hold = `${cloud.endpoint}/?X-Amz-Credential=${encodeURIComponent(signature.split('Credential=')[1] ?? '')}`
    const running = seen({ hold })
    await logLineOf(cloud, 'holding')
    await lambda.send(
      new UpdateFunctionConfigurationCommand({
        FunctionName,
        Environment: { Variables: { COLOUR: 'blue' } },
      }),
    )
    letGo()
    expect((await running).colour).toBe('red')
    expect(await seen()).toMatchObject({ calls: 1, colour: 'blue' })
  })

  it('takes the revision that it is meant for', async () => {
    const { lambda, FunctionName } = await start()
    const { RevisionId } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
    const update = (Description: string) =>
      lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, RevisionId, Description }))
    const { RevisionId: next } = await update('one')
    expect(next).not.toBe(RevisionId)
    await expect(update('two')).rejects.toMatchObject({
      name: 'PreconditionFailedException',
      $metadata: { httpStatusCode: 412 },
    })
  })

  it.each([
    ['Timeout', { Timeout: 901 }],
    ['MemorySize', { MemorySize: 64 }],
    ['Runtime', { Runtime: 'nodejs22.x' as const }],
  ])('refuses a change by the name of its member: %s', async (member, change) => {
    const { lambda, FunctionName } = await start()
    await expect(
      lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, ...change })),
    ).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining(`\`${member}\``),
    })
  })
})

describe('reserved concurrency', () => {
  it('is put, told, counts at once, and is taken away', async () => {
    const { lambda, FunctionName, seen } = await start()
    const get = async () =>
      (await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))).ReservedConcurrentExecutions
    expect(await get()).toBeUndefined()
    const put = await lambda.send(
      new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }),
    )
    expect(put.ReservedConcurrentExecutions).toBe(0)
    expect(await get()).toBe(0)
    await expect(seen()).rejects.toMatchObject({ name: 'TooManyRequestsException' })
    const { Concurrency } = await lambda.send(new GetFunctionCommand({ FunctionName }))
    expect(Concurrency).toEqual({ ReservedConcurrentExecutions: 0 })
    const deleted = await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
    expect(deleted.$metadata.httpStatusCode).toBe(204)
    expect(await get()).toBeUndefined()
    expect((await seen()).calls).toBe(1)
  })

  it('leaves 100 of the account unreserved', async () => {
    const { lambda, FunctionName } = await start(
      {},
      { Other: functionResource('echo', { ReservedConcurrentExecutions: 500 }) },
    )
    const put = (ReservedConcurrentExecutions: number) =>
      lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }))
    await put(400)
    await expect(put(401)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('below its minimum value of [100]'),
    })
  })
})

describe('what belongs to a function', () => {
  it('is told: retries, URL and policy', async () => {
    const Echo = { Ref: 'Echo' }
    const { cloud, lambda, FunctionName } = await start(
      {},
      {
        Retries: {
          Type: 'AWS::Lambda::EventInvokeConfig',
          Properties: {
            FunctionName: Echo,
            Qualifier: '$LATEST',
            MaximumRetryAttempts: 0,
            MaximumEventAgeInSeconds: 60,
          },
        },
        Url: {
          Type: 'AWS::Lambda::Url',
          Properties: { TargetFunctionArn: { 'Fn::GetAtt': ['Echo', 'Arn'] }, AuthType: 'NONE' },
        },
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            FunctionName: Echo,
            Action: 'lambda:InvokeFunction',
            Principal: 'events.amazonaws.com',
            SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/r',
          },
        },
      },
    )
    const FunctionArn = cloud.attribute('Echo', 'Arn')
    expect(await lambda.send(new GetFunctionEventInvokeConfigCommand({ FunctionName }))).toMatchObject({
      FunctionArn: `${FunctionArn}:$LATEST`,
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      LastModified: expect.any(Date),
    })
    expect(await lambda.send(new GetFunctionUrlConfigCommand({ FunctionName }))).toMatchObject({
      FunctionArn,
      FunctionUrl: cloud.attribute('Url', 'FunctionUrl'),
      AuthType: 'NONE',
      CreationTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const { Policy: policy = '' } = await lambda.send(new GetPolicyCommand({ FunctionName }))
    expect(JSON.parse(policy)).toMatchObject({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: expect.any(String),
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'lambda:InvokeFunction',
          Resource: FunctionArn,
        },
      ],
    })
  })

  it('is not found where there is nothing', async () => {
    const { lambda, FunctionName } = await start()
    const asked = [
      lambda.send(new GetFunctionEventInvokeConfigCommand({ FunctionName })),
      lambda.send(new GetFunctionUrlConfigCommand({ FunctionName })),
      lambda.send(new GetPolicyCommand({ FunctionName })),
      lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: 'nobody' })),
    ]
    for (const each of asked) await expect(each).rejects.toMatchObject(notFound)
  })

  it('are its tags', async () => {
    const { cloud, lambda } = await start({ Tags: [{ Key: 'team', Value: 'orders' }] })
    const Resource = cloud.attribute('Echo', 'Arn')
    const tags = async () => (await lambda.send(new ListTagsCommand({ Resource }))).Tags
    expect(await tags()).toEqual({ team: 'orders' })
    await lambda.send(new TagResourceCommand({ Resource, Tags: { team: 'shipping', a: '1', b: '2' } }))
    expect(await tags()).toEqual({ team: 'shipping', a: '1', b: '2' })
    await lambda.send(new UntagResourceCommand({ Resource, TagKeys: ['a', 'b'] }))
    await lambda.send(new UntagResourceCommand({ Resource, TagKeys: ['nothing'] }))
    expect(await tags()).toEqual({ team: 'shipping' })
  })
})
