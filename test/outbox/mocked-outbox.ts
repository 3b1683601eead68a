import {
  type CancellationReason,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import type { TransactItem } from '../../lib/outbox/action.js'
import { Outbox } from '../../lib/outbox/outbox.js'
import type { OutboxOptions } from '../../lib/outbox/outbox-options.js'

export const REGION = 'eu-west-1'

/** A client that resolves its endpoint for real and asks nobody for credentials. */
export function rawClient(): DynamoDBClient {
  return new DynamoDBClient({
    region: REGION,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
}

export interface MockedOutbox {
  readonly outbox: Outbox
  readonly dynamodb: AwsClientStub<DynamoDBDocumentClient>
  /** The waits between the tries. Milliseconds. */
  readonly waits: number[]
  /** The actions of each request that was sent. */
  readonly requests: () => { readonly items: TransactItem[]; readonly token: string | undefined }[]
}

/** An outbox whose requests go to a mock, with a clock that does not wait and the given randomness. */
export function mockedOutbox(options: Partial<OutboxOptions> = {}): MockedOutbox {
  const client = DynamoDBDocumentClient.from(rawClient())
  const dynamodb = mockClient(client)
  dynamodb.on(TransactWriteCommand).resolves({})
  const waits: number[] = []
  const clock = {
    now: () => Date.parse('2026-11-30T12:00:00.000Z'),
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds)
    },
  }
  const outbox = new Outbox({
    tableName: 'orders',
    source: 'shop',
    client,
    clock,
    random: () => 0.5,
    ...options,
  })
  const requests: MockedOutbox['requests'] = () =>
    dynamodb.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => ({
      items: input.TransactItems ?? [],
      token: input.ClientRequestToken,
    }))
  return { outbox, dynamodb, waits, requests }
}

/** What DynamoDB throws for a transaction that it cancelled: a reason for each action, `None` where it was none. */
export function canceled(...reasons: readonly (CancellationReason | string)[]): TransactionCanceledException {
  const CancellationReasons = reasons.map((reason) =>
    typeof reason === 'string'
      ? { Code: reason, ...(reason === 'None' ? {} : { Message: `why: ${reason}` }) }
      : reason,
  )
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${CancellationReasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons,
    $metadata: {},
  })
}
