import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AwsError } from 'serverless-outbox/local'
import { RELAY } from '../faults/functions.js'
import type { OutboxCloud } from '../outbox-cloud.js'
import type { Row } from '../read-rows.js'
import type { Writing } from './writer.js'

/** What stands before the JSON of a detail that nobody can send. */
const BROKEN = 'no JSON: '
const MINUTE = 60_000
/** Steps of five minutes after which a scenario must have settled. */
const MAX_STEPS = 24

/**
 * One of everything: events of an aggregate in order, one that EventBridge fails on for minutes and one behind it, two
 * that are broken (one whose notice the relay cannot send), one for later. A person mends what is dead and has it
 * redriven. It ends when every event is published and no queue has a message left.
 */
export class Scenario {
  readonly #fixture: OutboxCloud
  #round = 0

  constructor(fixture: OutboxCloud) {
    this.#fixture = fixture
    fixture.cloud.intercept(async (call, next) => {
      const answer = await next()
      if (call.operation === 'TransactWriteItems' && call.caller.kind === 'function')
        this.#acknowledge(call.input)
      return answer
    })
    fixture.cloud.intercept((call, next) => {
      if (call.operation === 'SendMessage' && String(call.input['MessageBody']).includes('untold')) {
        if (call.caller.name === fixture.cloud.logicalId(RELAY))
          throw new AwsError('ServiceUnavailable', 'The queue is down.', 503)
      }
      return next()
    })
  }

  /** Gives the ids of the aggregate whose events the relay alone delivers. @throws Error when it does not settle */
  async run(): Promise<{ readonly orderedAggregate: string }> {
    const { cloud } = this.#fixture
    this.#round += 1
    const named = (name: string): string => `${name}-${this.#round}`
    const unlucky = cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: ({ Detail: detail }) => String(detail).includes('unlucky'),
      code: 'InternalFailure',
      to: '7m',
    })
    for (const aggregateVersion of [1, 2, 3])
      await this.#write([{ aggregateId: named('ordered'), aggregateVersion, text: 'ünïcode 🚚' }])
    await this.#write([
      { aggregateId: named('unlucky'), aggregateVersion: 1, text: 'unlucky' },
      { aggregateId: named('unlucky'), aggregateVersion: 2, text: 'behind it' },
    ])
    await this.#write([
      { aggregateId: named('told'), text: 'told', brokenBy: BROKEN },
      { aggregateId: named('untold'), text: 'untold', brokenBy: BROKEN },
    ])
    await this.#write([{ aggregateId: named('later'), text: 'later', availableIn: 3 * MINUTE }])
    const aggregates = ['ordered', 'unlucky', 'told', 'untold', 'later'].map(named)
    for (let step = 0; ; step += 1) {
      await cloud.clock.advance('5m')
      const rows = await this.#rows(aggregates)
      if (rows.every(({ obStatus }) => obStatus === 'PUBLISHED') && (await this.#queuesAreEmpty())) break
      if (step === MAX_STEPS) throw new Error(`Not settled: ${rows.map(stateOf).join(', ')}`)
      for (const row of rows) if (row['obStatus'] === 'DEAD') await this.#mend(row)
      await this.#redrive()
    }
    unlucky()
    return { orderedAggregate: named('ordered') }
  }

  /** A caller who is told nothing tries again, as a new request. */
  async #write(writings: readonly Writing[]): Promise<void> {
    const { cloud } = this.#fixture
    const told = await cloud.invoke('Shop/Writer', writings)
    if (told.kind === 'success') return
    const again = await cloud.invoke('Shop/Writer', writings)
    if (again.kind !== 'success') throw new Error(`The writer fails: ${JSON.stringify(again)}`)
  }

  /** What was committed is what the table answered, whoever lived to hear it. */
  #acknowledge(input: Readonly<Record<string, unknown>>): void {
    const actions = input['TransactItems'] as readonly {
      readonly Put?: { readonly Item: Readonly<Record<string, { readonly S?: string }>> }
    }[]
    for (const { Put } of actions) this.#fixture.ledger.acknowledge(Put?.Item['sk']?.S ?? '')
  }

  async #rows(aggregates: readonly string[]): Promise<readonly Row[]> {
    const { documents, tableName } = this.#fixture
    const answers = await Promise.all(
      aggregates.map((aggregateId) =>
        documents.send(
          new QueryCommand({
            TableName: tableName,
            ConsistentRead: true,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': `OUTBOX#Thing#${aggregateId}` },
          }),
        ),
      ),
    )
    return answers.flatMap(({ Items = [] }) => Items)
  }

  async #mend({ pk, sk, obDetail }: Row): Promise<void> {
    const text = String(obDetail)
    if (!text.startsWith(BROKEN)) return
    await this.#fixture.documents.send(
      new UpdateCommand({
        TableName: this.#fixture.tableName,
        Key: { pk, sk },
        UpdateExpression: 'SET obDetail = :detail',
        ExpressionAttributeValues: { ':detail': text.slice(BROKEN.length) },
      }),
    )
  }

  async #queuesAreEmpty(): Promise<boolean> {
    const { deadLetterQueueUrl, redriveQueueUrl } = this.#fixture
    const counts = await Promise.all([deadLetterQueueUrl, redriveQueueUrl].map((url) => this.#messages(url)))
    return counts.every((count) => count === 0)
  }

  async #messages(QueueUrl: string): Promise<number> {
    const { Attributes = {} } = await this.#fixture.queues.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(Attributes).reduce((sum, value) => sum + Number(value), 0)
  }

  /** As the console does it, with the redrive queue as the destination. */
  async #redrive(): Promise<void> {
    const { queues, deadLetterQueueUrl, redriveQueueUrl } = this.#fixture
    if ((await this.#messages(deadLetterQueueUrl)) === 0) return
    await queues.send(
      new StartMessageMoveTaskCommand({
        SourceArn: this.#arnOf(deadLetterQueueUrl),
        DestinationArn: this.#arnOf(redriveQueueUrl),
      }),
    )
  }

  #arnOf(queueUrl: string): string {
    const { region, accountId } = this.#fixture.cloud
    return `arn:aws:sqs:${region}:${accountId}:${queueUrl.slice(queueUrl.lastIndexOf('/') + 1)}`
  }
}

function stateOf({ pk, obStatus, obShard }: Row): string {
  return `${pk} ${obStatus} ${obShard}`
}
