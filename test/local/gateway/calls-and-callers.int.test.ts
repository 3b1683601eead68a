import { request } from 'node:http'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import {
  DescribeEventBusCommand,
  EventBridgeClient,
  ListApiDestinationsCommand,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { AwsError, ConnectionReset, jsonResponse } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES } from '../templates.js'

const BUCKET = { Type: 'AWS::S3::Bucket' }
const once = { maxAttempts: 1 }

describe('the gateway', () => {
  it('records each call with its caller, input and error', async () => {
    const cloud = await startCloud(QUEUES)
    const QueueUrl = cloud.physicalId('Orders')
    await new SQSClient(cloud.clientConfig).send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))
    const stranger = { ...cloud.clientConfig, credentials: { accessKeyId: 'unknown', secretAccessKey: 'x' } }
    const missing = new SendMessageCommand({ QueueUrl: `${QueueUrl}-missing`, MessageBody: 'x' })
    await expect(new SQSClient(stranger).send(missing)).rejects.toThrow()
    const user = { kind: 'user', name: 'user' }
    expect(cloud.calls()).toEqual([
      {
        service: 'sqs',
        operation: 'SendMessage',
        caller: user,
        at: expect.any(Date),
        input: { QueueUrl, MessageBody: 'x' },
        sequence: 1,
        requestBytes: JSON.stringify({ QueueUrl, MessageBody: 'x' }).length,
      },
      expect.objectContaining({ operation: 'SendMessage', caller: user, errorCode: 'QueueDoesNotExist' }),
    ])
  })

  it('lets an interceptor hold a call until it is let go', async () => {
    const cloud = await startCloud(QUEUES)
    const order: string[] = []
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const arrived = new Promise<void>((resolve) => {
      cloud.intercept(async (call, next) => {
        order.push(`${call.service}:${call.operation} by ${call.caller.name} in ${call.region}`)
        resolve()
        await held
        return next()
      })
    })
    const sent = new SQSClient(cloud.clientConfig)
      .send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }))
      .then(() => order.push('answered'))
    await arrived
    order.push('let go')
    letGo()
    await sent
    expect(order).toEqual(['sqs:SendMessage by user in us-east-1', 'let go', 'answered'])
  })

  it.each([
    ['DynamoDB', 'ProvisionedThroughputExceededException', 400],
    ['DynamoDB', 'InternalServerError', 500],
    ['EventBridge', 'ThrottlingException', 400],
    ['EventBridge', 'AccessDeniedException', 400],
    ['SQS', 'OverLimit', 403],
    ['S3', 'SlowDown', 503],
  ])("answers an interceptor's error for %s in wire form: %s", async (service, code, statusCode) => {
    const cloud = await startCloud({})
    const remove = cloud.intercept(async () => {
      throw new AwsError(code, 'Slow <down>.', statusCode)
    })
    const config = { ...cloud.clientConfig, ...once }
    const calls: Record<string, () => Promise<unknown>> = {
      DynamoDB: () => new DynamoDBClient(config).send(new ListTablesCommand({})),
      EventBridge: () => new EventBridgeClient(config).send(new DescribeEventBusCommand({})),
      SQS: () =>
        new SQSClient(config).send(new SendMessageCommand({ QueueUrl: 'http://x/1/q', MessageBody: 'x' })),
      S3: () => new S3Client(config).send(new ListBucketsCommand({})),
    }
    await expect(calls[service]?.()).rejects.toMatchObject({
      name: code,
      message: 'Slow <down>.',
      $metadata: { httpStatusCode: statusCode },
    })
    expect(cloud.calls().at(-1)?.errorCode).toBe(code)
    remove()
    await new EventBridgeClient(config).send(new DescribeEventBusCommand({}))
    expect(cloud.calls().at(-1)?.errorCode).toBeUndefined()
  })

  it('lets an interceptor answer in the place of the service', async () => {
    const cloud = await startCloud({})
    cloud.intercept(async () =>
      jsonResponse({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] }),
    )
    const output = await new EventBridgeClient(cloud.clientConfig).send(
      new PutEventsCommand({ Entries: [{ Source: 'a', DetailType: 'b', Detail: '{}' }] }),
    )
    expect(output).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] })
    expect(cloud.events()).toEqual([])
  })

  it('lets an interceptor lose the answer of a call that took effect', async () => {
    const cloud = await startCloud({})
    const remove = cloud.intercept(async (_call, next) => {
      await next()
      throw new ConnectionReset()
    })
    const events = new EventBridgeClient({ ...cloud.clientConfig, ...once })
    const put = new PutEventsCommand({ Entries: [{ Source: 'a', DetailType: 'b', Detail: '{"n":1}' }] })
    await expect(events.send(put)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(cloud.events().map(({ detailText }) => detailText)).toEqual(['{"n":1}'])
    expect(cloud.calls()).toMatchObject([{ operation: 'PutEvents', errorCode: 'ConnectionReset' }])
    remove()
  })

  it('runs interceptors from the first added to the last', async () => {
    const cloud = await startCloud({})
    const order: string[] = []
    for (const name of ['outer', 'inner']) {
      cloud.intercept((_call, next) => {
        order.push(name)
        return next()
      })
    }
    await new EventBridgeClient(cloud.clientConfig).send(new DescribeEventBusCommand({}))
    expect(order).toEqual(['outer', 'inner'])
  })

  it('names an operation that is not emulated', async () => {
    const cloud = await startCloud({ Bucket: BUCKET })
    const config = { ...cloud.clientConfig, ...once }
    await expect(
      new EventBridgeClient(config).send(new ListApiDestinationsCommand({})),
    ).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('ListApiDestinations of events'),
    })
    const tagging = new PutObjectTaggingCommand({
      Bucket: cloud.physicalId('Bucket'),
      Key: 'k',
      Tagging: { TagSet: [] },
    })
    await expect(new S3Client(config).send(tagging)).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining('tagging'),
    })
  })

  it('stores objects of a bucket of the template', async () => {
    const cloud = await startCloud({ Bucket: BUCKET })
    const s3 = new S3Client(cloud.clientConfig)
    const object = { Bucket: cloud.physicalId('Bucket'), Key: 'a folder/é.gz' }
    const Body = Buffer.alloc(6_500_000, 7)
    await s3.send(new PutObjectCommand({ ...object, Body }))
    expect((await s3.send(new HeadObjectCommand(object))).ContentLength).toBe(Body.length)
    const { Body: stored } = await s3.send(new GetObjectCommand(object))
    expect(Buffer.compare(Buffer.from((await stored?.transformToByteArray()) ?? []), Body)).toBe(0)
    expect(cloud.calls().map(({ operation, input }) => [operation, input])).toEqual([
      ['PutObject', object],
      ['HeadObject', object],
      ['GetObject', object],
    ])
  })

  it.each([
    ['GET', '/'],
    ['POST', '/orders'],
  ])('turns away an unsigned %s %s with a hint', async (method, path) => {
    const cloud = await startCloud({})
    const response = await fetch(`${cloud.endpoint}${path}`, { method })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('Function URLs have endpoints of their own')
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
  ])('refuses a body that is %s', async (_name, body) => {
    const cloud = await startCloud({})
    const answer = await signedPost(cloud.endpoint, body)
    expect(answer).toMatchObject({ statusCode: 400, body: { __type: 'SerializationException' } })
  })
})

function signedPost(endpoint: string, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-amz-target': 'AWSEvents.PutEvents',
      authorization: 'AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/events/aws4_request, Signature=0',
    }
    const outgoing = request(endpoint, { method: 'POST', headers }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ statusCode: incoming.statusCode, body: JSON.parse(text) }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
