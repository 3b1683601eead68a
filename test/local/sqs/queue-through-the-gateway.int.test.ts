import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  RemovePermissionCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { QUEUES } from '../templates.js'

describe('a queue of the template', () => {
  it('is reached by the URL that Ref gives, on the gateway', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    const name = cloud.attribute('Orders', 'QueueName')
    expect(QueueUrl).toBe(`${cloud.endpoint}/000000000000/${name}`)
    expect(cloud.attribute('Orders', 'Arn')).toBe(`arn:aws:sqs:us-east-1:000000000000:${name}`)
    expect((await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl).toBe(QueueUrl)
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toContain(QueueUrl)

    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }))
    const { Messages: messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    expect(messages.map(({ Body }) => Body)).toEqual(['hello'])
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: messages[0]?.ReceiptHandle }))
  })

  it("has the template's attributes, with the account of the stack in ARNs", async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const { Attributes: attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: cloud.physicalId('Orders'), AttributeNames: ['All'] }),
    )
    expect(attributes).toMatchObject({ VisibilityTimeout: '60', QueueArn: cloud.attribute('Orders', 'Arn') })
    expect(JSON.parse(attributes['RedrivePolicy'] ?? '')).toEqual({
      deadLetterTargetArn: cloud.attribute('DeadLetters', 'Arn'),
      maxReceiveCount: 1,
    })
    expect(JSON.parse(attributes['RedriveAllowPolicy'] ?? '')).toEqual({ redrivePermission: 'denyAll' })
  })

  it('moves a message to its dead-letter queue after too many receives', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'poison' }))
    await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages).toBeUndefined()
    const { Messages: dead = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: cloud.physicalId('DeadLetters'),
        MessageSystemAttributeNames: ['All'],
      }),
    )
    expect(dead).toMatchObject([
      {
        Body: 'poison',
        Attributes: {
          DeadLetterQueueSourceArn: cloud.attribute('Orders', 'Arn'),
          ApproximateReceiveCount: '2',
        },
      },
    ])
  })

  it('waits for a message as long as the receiver asks', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    const received = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late' }))
    expect((await received).Messages?.map(({ Body }) => Body)).toEqual(['late'])
  })

  it('refuses to wait longer than SQS does', async () => {
    const cloud = await startCloud(QUEUES)
    const receive = new ReceiveMessageCommand({ QueueUrl: cloud.physicalId('Orders'), WaitTimeSeconds: 21 })
    await expect(new SQSClient(cloud.clientConfig).send(receive)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: expect.stringContaining('WaitTimeSeconds'),
    })
  })

  it('gives a message that nobody waits for any more to the next receiver', async () => {
    const cloud = await startCloud({ Orders: { Type: 'AWS::SQS::Queue' } })
    const sqs = new SQSClient({ ...cloud.clientConfig, maxAttempts: 1 })
    const QueueUrl = cloud.physicalId('Orders')
    const hungUp = new AbortController()
    const arrived = new Promise<void>((resolve) => {
      cloud.intercept((call, next) => {
        if (call.operation === 'ReceiveMessage') resolve()
        return next()
      })
    })
    const abandoned = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: hungUp.signal,
    })
    await arrived
    hungUp.abort()
    await expect(abandoned).rejects.toMatchObject({ name: 'AbortError' })
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'kept' }))
    const { Messages: messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10 }),
    )
    expect(messages.map(({ Body }) => Body)).toEqual(['kept'])
  })

  it('takes every character that SQS takes, up to the largest message', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('DeadLetters')
    const bodies = ['🎉 short', `${'🎉'.repeat(262_140)}1234567890123456`, '日本\t"é"']
    expect(Buffer.byteLength(bodies[1] ?? '')).toBe(1_048_576)
    for (const MessageBody of bodies) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    const received: unknown[] = []
    while (received.length < bodies.length) {
      const { Messages: messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }),
      )
      received.push(...messages.map(({ Body }) => Body))
    }
    expect(received).toEqual(bodies)
  })

  it('takes them in a batch, and refuses what SQS refuses entry by entry', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const { Successful: sent, Failed: failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: cloud.physicalId('Orders'),
        Entries: [
          { Id: 'good', MessageBody: '🎉' },
          { Id: 'bad', MessageBody: 'a\u0000b🎉' },
        ],
      }),
    )
    expect(sent?.map(({ Id }) => Id)).toEqual(['good'])
    expect(failed).toMatchObject([{ Id: 'bad', Code: 'InvalidMessageContents', SenderFault: true }])
  })

  it('refuses a message over the limit', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const send = sqs.send(
      new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: '🎉'.repeat(262_145) }),
    )
    await expect(send).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  })

  it('keeps the order in a FIFO queue and deduplicates equal bodies', async () => {
    const cloud = await startCloud({
      Fifo: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true, ContentBasedDeduplication: true } },
    })
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Fifo')
    expect(QueueUrl).toMatch(/\.fifo$/)
    for (const MessageBody of ['1 🎉', '1 🎉', '2 🎉']) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: 'g' }))
    }
    const received: unknown[] = []
    for (;;) {
      const { Messages: messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
      const [message] = messages
      if (message === undefined) break
      received.push(message.Body)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }))
    }
    expect(received).toEqual(['1 🎉', '2 🎉'])
  })

  it('says which queue is missing and which operation is not emulated', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = `${cloud.endpoint}/000000000000/nowhere`
    await expect(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    })
    const remove = new RemovePermissionCommand({ QueueUrl: cloud.physicalId('Orders'), Label: 'x' })
    await expect(sqs.send(remove)).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('RemovePermission'),
    })
  })

  it('can be made at run time', async () => {
    const cloud = await startCloud({}, { region: 'eu-west-1' })
    const sqs = new SQSClient(cloud.clientConfig)
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'ad-hoc' }))
    expect(QueueUrl).toBe(`${cloud.endpoint}/000000000000/ad-hoc`)
    const { Attributes: attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    )
    expect(attributes?.['QueueArn']).toBe('arn:aws:sqs:eu-west-1:000000000000:ad-hoc')
  })
})
