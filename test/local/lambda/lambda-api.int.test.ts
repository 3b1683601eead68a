import {
  GetEventSourceMappingCommand,
  GetFunctionCommand,
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  paginateListEventSourceMappings,
  paginateListFunctions,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { functionResource, logLineOf } from './lambda-resources.js'

const ASSETS = {
  echo: {
    'index.mjs': `
      export const handler = async (event) => {
        console.log('got ' + JSON.stringify(event))
        if (event.fail) throw new TypeError('told to fail')
        if (event.exit) process.exit(1)
        return { event }
      }`,
  },
  worker: {
    'index.mjs': `
      export const handler = async ({ Records }) => {
        for (const { body } of Records) console.log('got ' + body)
        if (Records.some(({ body }) => body === 'wait')) await new Promise((resolve) => setInterval(resolve, 1e9))
      }`,
  },
}

const QUEUE = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 } }
const mapping = (queue: string, fn: string, more: object = {}): unknown => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] }, FunctionName: { Ref: fn }, ...more },
})

async function start(
  resources: Readonly<Record<string, unknown>>,
): Promise<{ cloud: LocalCloud; lambda: LambdaClient; sqs: SQSClient }> {
  const cloud = await startCloud(resources, { assets: ASSETS })
  return { cloud, lambda: new LambdaClient(cloud.clientConfig), sqs: new SQSClient(cloud.clientConfig) }
}

const text = (payload: Uint8Array | undefined): string => Buffer.from(payload ?? []).toString('utf8')

describe('Invoke', () => {
  it('waits for the answer', async () => {
    const { cloud, lambda } = await start({ Echo: functionResource('echo') })
    const FunctionName = cloud.attribute('Echo', 'Arn')
    const answer = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{"a":1}' }))
    expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' })
    expect(answer.FunctionError).toBeUndefined()
    expect(text(answer.Payload)).toBe('{"event":{"a":1}}')
    expect(text((await lambda.send(new InvokeCommand({ FunctionName }))).Payload)).toBe('{"event":{}}')
  })

  it("gives a function's error as an answer", async () => {
    const { cloud, lambda } = await start({ Echo: functionResource('echo') })
    const FunctionName = cloud.physicalId('Echo')
    const thrown = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{"fail":true}' }))
    expect(thrown).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' })
    expect(JSON.parse(text(thrown.Payload))).toEqual({
      errorType: 'TypeError',
      errorMessage: 'told to fail',
      trace: expect.arrayContaining(['TypeError: told to fail']),
    })
    const ended = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{"exit":true}' }))
    expect(JSON.parse(text(ended.Payload))).toEqual({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringContaining('exit status 1'),
    })
  })

  it('of type Event answers before the function runs', async () => {
    const { cloud, lambda } = await start({ Echo: functionResource('echo') })
    const answer = await lambda.send(
      new InvokeCommand({
        FunctionName: cloud.physicalId('Echo'),
        InvocationType: 'Event',
        Payload: '{"later":true}',
      }),
    )
    expect(answer.StatusCode).toBe(202)
    expect(text(answer.Payload)).toBe('')
    await logLineOf(cloud, 'got {"later":true}')
  })

  it('of type DryRun runs nothing', async () => {
    const { cloud, lambda } = await start({ Echo: functionResource('echo') })
    const FunctionName = cloud.physicalId('Echo')
    const answer = await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'DryRun' }))
    expect(answer.StatusCode).toBe(204)
    await lambda.send(new InvokeCommand({ FunctionName, Payload: '{"second":true}' }))
    expect(cloud.logLines('Echo')).toEqual(['got {"second":true}'])
  })

  it.each([
    ['a payload that is no JSON', { Payload: '{' }, 'InvalidRequestContentException'],
    [
      'an event over 1 MB',
      { InvocationType: 'Event', Payload: JSON.stringify('x'.repeat(1_048_576)) },
      'RequestTooLargeException',
    ],
    ['an unknown function', { FunctionName: 'nobody' }, 'ResourceNotFoundException'],
  ] as const)('refuses %s', async (_name, input, code) => {
    const { cloud, lambda } = await start({ Echo: functionResource('echo') })
    const invoke = new InvokeCommand({ FunctionName: cloud.physicalId('Echo'), ...input })
    await expect(lambda.send(invoke)).rejects.toMatchObject({ name: code })
  })

  it('is throttled above the reserved concurrency', async () => {
    const { cloud } = await start({ Echo: functionResource('echo', { ReservedConcurrentExecutions: 0 }) })
    const once = new LambdaClient({ ...cloud.clientConfig, maxAttempts: 1 })
    await expect(
      once.send(new InvokeCommand({ FunctionName: cloud.physicalId('Echo') })),
    ).rejects.toMatchObject({ name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } })
  })
})

describe('functions', () => {
  it('are described', async () => {
    const { cloud, lambda } = await start({
      Echo: functionResource('echo', {
        Environment: { Variables: { TABLE: 'orders' } },
        ReservedConcurrentExecutions: 3,
        LoggingConfig: { LogFormat: 'JSON' },
      }),
    })
    const FunctionName = cloud.physicalId('Echo')
    const configuration = {
      FunctionName,
      FunctionArn: cloud.attribute('Echo', 'Arn'),
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role: 'arn:aws:iam::000000000000:role/worker',
      Timeout: 20,
      MemorySize: 256,
      Version: '$LATEST',
      State: 'Active',
      LastUpdateStatus: 'Successful',
      Environment: { Variables: { TABLE: 'orders' } },
      LoggingConfig: { LogFormat: 'JSON', LogGroup: `/aws/lambda/${FunctionName}` },
    }
    expect(await lambda.send(new GetFunctionCommand({ FunctionName }))).toMatchObject({
      Configuration: configuration,
      Code: { Location: expect.stringMatching(/^file:.*asset\.echo$/) },
      Concurrency: { ReservedConcurrentExecutions: 3 },
    })
    expect(await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))).toMatchObject(
      configuration,
    )
    await expect(lambda.send(new GetFunctionCommand({ FunctionName: 'nobody' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    })
  })

  it('are listed page by page', async () => {
    const names = ['One', 'Two', 'Three']
    const { cloud, lambda } = await start(
      Object.fromEntries(names.map((name) => [name, functionResource('echo')])),
    )
    const pages: (string | undefined)[][] = []
    for await (const { Functions: functions = [] } of paginateListFunctions(
      { client: lambda, pageSize: 2 },
      {},
    )) {
      pages.push(functions.map((each) => each.FunctionName))
    }
    expect(pages.map((page) => page.length)).toEqual([2, 1])
    expect(pages.flat().sort()).toEqual(names.map((name) => cloud.physicalId(name)).sort())
  })
})

describe('event source mappings', () => {
  it('are described with their settings', async () => {
    const { cloud, lambda } = await start({
      Worker: functionResource('worker'),
      Orders: QUEUE,
      Mapping: mapping('Orders', 'Worker', {
        BatchSize: 7,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 3 },
        MetricsConfig: { Metrics: ['EventCount'] },
        FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[1]}}' }] },
      }),
    })
    const UUID = cloud.physicalId('Mapping')
    expect(await lambda.send(new GetEventSourceMappingCommand({ UUID }))).toMatchObject({
      UUID,
      EventSourceMappingArn: cloud.attribute('Mapping', 'EventSourceMappingArn'),
      EventSourceArn: cloud.attribute('Orders', 'Arn'),
      FunctionArn: cloud.attribute('Worker', 'Arn'),
      BatchSize: 7,
      MaximumBatchingWindowInSeconds: 0,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 3 },
      MetricsConfig: { Metrics: ['EventCount'] },
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[1]}}' }] },
      State: 'Enabled',
    })
    expect(cloud.warnings()).toEqual([])
    await expect(lambda.send(new GetEventSourceMappingCommand({ UUID: 'none' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })

  it('of the template say in warnings what is not emulated of them', async () => {
    const { cloud } = await start({
      Worker: functionResource('worker'),
      Orders: QUEUE,
      Mapping: mapping('Orders', 'Worker', {
        KmsKeyArn: 'arn:aws:kms:eu-west-1:111122223333:key/one',
        ProvisionedPollerConfig: { MinimumPollers: 2 },
        TumblingWindowInSeconds: 5,
        Tags: [{ Key: 'team', Value: 'orders' }],
      }),
    })
    expect(cloud.warnings()).toEqual(
      ['KmsKeyArn', 'ProvisionedPollerConfig', 'TumblingWindowInSeconds'].map(
        (name) => `${name} of event source mapping Mapping is not emulated locally.`,
      ),
    )
  })

  it('are listed by source, by function, and by both', async () => {
    const { cloud, lambda } = await start({
      A: functionResource('worker'),
      B: functionResource('worker'),
      One: QUEUE,
      Two: QUEUE,
      OneToA: mapping('One', 'A'),
      TwoToA: mapping('Two', 'A'),
      TwoToB: mapping('Two', 'B'),
    })
    const listed = async (input: object): Promise<(string | undefined)[]> => {
      const uuids: (string | undefined)[] = []
      for await (const page of paginateListEventSourceMappings({ client: lambda, pageSize: 2 }, input)) {
        uuids.push(...(page.EventSourceMappings ?? []).map(({ UUID }) => UUID))
      }
      return uuids.sort()
    }
    const ids = (...names: readonly string[]): string[] => names.map((name) => cloud.physicalId(name)).sort()
    const EventSourceArn = cloud.attribute('Two', 'Arn')
    const FunctionName = cloud.physicalId('A')
    expect(await listed({})).toEqual(ids('OneToA', 'TwoToA', 'TwoToB'))
    expect(await listed({ EventSourceArn })).toEqual(ids('TwoToA', 'TwoToB'))
    expect(await listed({ FunctionName })).toEqual(ids('OneToA', 'TwoToA'))
    expect(await listed({ FunctionName: cloud.attribute('A', 'Arn'), EventSourceArn })).toEqual(ids('TwoToA'))
    await expect(listed({ FunctionName: 'nobody' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })

  it('leave messages to others while disabled, and go on when enabled', async () => {
    const { cloud, lambda, sqs } = await start({
      Worker: functionResource('worker'),
      Orders: QUEUE,
      Mapping: mapping('Orders', 'Worker'),
    })
    const UUID = cloud.physicalId('Mapping')
    const QueueUrl = cloud.physicalId('Orders')
    const state = async (): Promise<string | undefined> =>
      (await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State
    const disabled = await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: false }))
    expect(disabled).toMatchObject({ UUID, State: 'Disabling' })
    expect(await state()).toBe('Disabled')

    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'for others' }))
    const received = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20, VisibilityTimeout: 0 }),
    )
    expect(received.Messages?.map(({ Body }) => Body)).toEqual(['for others'])

    const enabled = await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true }))
    expect(enabled.State).toBe('Enabling')
    await cloud.clock.advance('1m')
    expect(await state()).toBe('Enabled')
    await logLineOf(cloud, 'got for others')
  })

  it('are Disabling, and cannot be changed, while an invocation is under way', async () => {
    const { cloud, lambda, sqs } = await start({
      Worker: functionResource('worker'),
      Orders: QUEUE,
      Mapping: mapping('Orders', 'Worker'),
    })
    const UUID = cloud.physicalId('Mapping')
    await sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'wait' }))
    await logLineOf(cloud, 'got wait')
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: false }))
    const get = new GetEventSourceMappingCommand({ UUID })
    expect((await lambda.send(get)).State).toBe('Disabling')
    await expect(
      lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true })),
    ).rejects.toMatchObject({ name: 'ResourceInUseException' })
  })

  it('refuse changes that the local cloud does not make, naming the member', async () => {
    const { cloud, lambda } = await start({
      Worker: functionResource('worker'),
      Orders: QUEUE,
      Mapping: mapping('Orders', 'Worker'),
    })
    const update = new UpdateEventSourceMappingCommand({
      UUID: cloud.physicalId('Mapping'),
      TumblingWindowInSeconds: 5,
    })
    await expect(lambda.send(update)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('`TumblingWindowInSeconds`'),
    })
  })
})
