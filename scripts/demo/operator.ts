import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import {
  DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { LocalCloud } from 'serverless-outbox/local'

/** The outputs of a stack that has an outbox. */
export interface OutboxOutputs {
  readonly TableName: string
  readonly DeadLetterQueueUrl: string
  readonly RedriveQueueUrl: string
}

/** An item of the table. */
export type Item = Readonly<Record<string, unknown>>

/** What a person does in the consoles of DynamoDB and SQS. */
export class Operator {
  readonly #outputs: OutboxOutputs
  readonly #documents: DynamoDBDocumentClient
  readonly #queues: SQSClient
  readonly #arnOf: (queueUrl: string) => string

  constructor(cloud: LocalCloud, outputs: OutboxOutputs) {
    const { clientConfig, region, accountId } = cloud
    this.#outputs = outputs
    this.#documents = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig))
    this.#queues = new SQSClient(clientConfig)
    this.#arnOf = (queueUrl) =>
      `arn:aws:sqs:${region}:${accountId}:${queueUrl.slice(queueUrl.lastIndexOf('/') + 1)}`
  }

  /** The rows of an aggregate's events. */
  async rowsOf(aggregateType: string, aggregateId: string): Promise<readonly Item[]> {
    const { Items: items = [] } = await this.#documents.send(
      new QueryCommand({
        TableName: this.#outputs.TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `OUTBOX#${aggregateType}#${aggregateId}` },
      }),
    )
    return items
  }

  async create(item: Item): Promise<void> {
    await this.#documents.send(new PutCommand({ TableName: this.#outputs.TableName, Item: item }))
  }

  /** Gives a row the detail that it should have. */
  async mend({ pk, sk }: Item, detail: string): Promise<void> {
    await this.#documents.send(
      new UpdateCommand({
        TableName: this.#outputs.TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET obDetail = :detail',
        ExpressionAttributeValues: { ':detail': detail },
      }),
    )
  }

  /** "Poll for messages" of the dead-letter queue: the bodies of some. They stay. */
  async readDeadLetters(): Promise<readonly string[]> {
    const { Messages: messages = [] } = await this.#queues.send(
      new ReceiveMessageCommand({
        QueueUrl: this.#outputs.DeadLetterQueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 0,
      }),
    )
    return messages.map(({ Body = '' }) => Body)
  }

  /** "Start DLQ redrive" with the redrive queue as custom destination. */
  async redriveAll(): Promise<void> {
    const { DeadLetterQueueUrl, RedriveQueueUrl } = this.#outputs
    await this.#queues.send(
      new StartMessageMoveTaskCommand({
        SourceArn: this.#arnOf(DeadLetterQueueUrl),
        DestinationArn: this.#arnOf(RedriveQueueUrl),
      }),
    )
  }

  /** Sends one notice to the redrive queue. */
  async redrive(notice: string): Promise<void> {
    await this.send(this.#outputs.RedriveQueueUrl, notice)
  }

  /** Whether the redrive queue holds a message, also one that somebody is at. */
  async isRedriving(): Promise<boolean> {
    return (await this.depth(this.#outputs.RedriveQueueUrl)) > 0
  }

  /** How many messages a queue holds, also those that somebody is at. */
  async depth(QueueUrl: string): Promise<number> {
    const { Attributes: counts = {} } = await this.#queues.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(counts).reduce((sum, count) => sum + Number(count), 0)
  }

  /** Puts a message into a queue. */
  async send(QueueUrl: string, MessageBody: string): Promise<void> {
    await this.#queues.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  }

  /** How many items of a table have a partition key that begins so. */
  async count(TableName: string, prefix: string): Promise<number> {
    let count = 0
    for await (const { Items = [] } of paginateScan(
      { client: this.#documents },
      { TableName, ConsistentRead: true },
    ))
      count += Items.filter(({ pk }) => String(pk).startsWith(prefix)).length
    return count
  }

  /** Takes everything out of the dead-letter queue; gives the bodies. */
  async emptyDeadLetterQueue(): Promise<readonly string[]> {
    const QueueUrl = this.#outputs.DeadLetterQueueUrl
    const bodies: string[] = []
    for (;;) {
      const { Messages: messages = [] } = await this.#queues.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      )
      if (messages.length === 0) return bodies
      bodies.push(...messages.map(({ Body = '' }) => Body))
      const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
      await this.#queues.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    }
  }

  /** Whether any row still waits for somebody. */
  async seesPendingRow(): Promise<boolean> {
    const pages = paginateScan(
      { client: this.#documents },
      {
        TableName: this.#outputs.TableName,
        ConsistentRead: true,
        FilterExpression: 'obStatus = :pending',
        ProjectionExpression: 'pk',
        ExpressionAttributeValues: { ':pending': 'PENDING' },
      },
    )
    for await (const { Count } of pages) if (Count !== undefined && Count > 0) return true
    return false
  }

  close(): void {
    this.#documents.destroy()
    this.#queues.destroy()
  }
}
