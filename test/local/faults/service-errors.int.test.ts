import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { FaultKind, LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES, TABLE } from '../templates.js'
import { putEvents } from './put-events.js'

type OwnError = readonly [service: string, name: string, httpStatusCode: number]

describe("a service's own error", () => {
  it.each<[FaultKind & ('throttle' | 'server-error' | 'unavailable'), readonly OwnError[]]>([
    [
      'throttle',
      [
        ['dynamodb', 'ThrottlingException', 400],
        ['events', 'ThrottlingException', 400],
        ['sqs', 'RequestThrottled', 403],
        ['lambda', 'TooManyRequestsException', 429],
        ['s3', 'SlowDown', 503],
      ],
    ],
    [
      'server-error',
      [
        ['dynamodb', 'InternalServerError', 500],
        ['events', 'InternalException', 500],
        ['sqs', 'InternalFailure', 500],
        ['lambda', 'ServiceException', 500],
        ['s3', 'InternalError', 500],
      ],
    ],
    [
      'unavailable',
      ['dynamodb', 'events', 'sqs', 'lambda', 's3'].map((service) => [service, 'ServiceUnavailable', 503]),
    ],
  ])('%s is seen as AWS means it, and the SDK tries again', async (kind, errors) => {
    const cloud = await startCloud({ ...QUEUES, Table: TABLE })
    for (const [service, name, httpStatusCode] of errors) {
      const remove = cloud.faults.inject({ service, kind })
      await expect(callOf(service, cloud, 1), service).rejects.toMatchObject({
        name,
        $metadata: { httpStatusCode, attempts: 1 },
      })
      expect(cloud.calls({ service }).at(-1)?.errorCode).toBe(name)
      remove()
      const strike = { kind, service, caller: { kind: 'user', name: 'user' } }
      cloud.faults.inject({ service, kind, times: 1 })
      expect(await callOf(service, cloud, 2), service).toMatchObject({
        $metadata: { httpStatusCode: 200, attempts: 2 },
      })
      expect(cloud.faults.applied().slice(-2)).toMatchObject([strike, strike])
    }
  })

  it('may be any other one', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', kind: 'error', code: 'AccessDeniedException', message: 'No.' })
    await expect(putEvents(cloud, [1], { maxAttempts: 3 })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'No.',
      $metadata: { httpStatusCode: 400, attempts: 1 },
    })
  })
})

function callOf(service: string, cloud: LocalCloud, maxAttempts: number): Promise<unknown> {
  const config = { ...cloud.clientConfig, maxAttempts }
  switch (service) {
    case 'dynamodb': {
      const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
      return new DynamoDBClient(config).send(
        new GetItemCommand({ TableName: cloud.physicalId('Table'), Key }),
      )
    }
    case 'events':
      return new EventBridgeClient(config).send(new DescribeEventBusCommand({}))
    case 'sqs': {
      const message = { QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }
      return new SQSClient(config).send(new SendMessageCommand(message))
    }
    case 'lambda':
      return new LambdaClient(config).send(new ListFunctionsCommand({}))
    default:
      return new S3Client(config).send(new ListBucketsCommand({}))
  }
}
