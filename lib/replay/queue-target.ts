import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { classifyCallError, sendError } from '../destination/classify-call-error.js'
import type { EntryResult } from '../destination/event-destination.js'
import { withoutQuotedValue } from '../destination/without-quoted-value.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import { envelopeText } from './envelope-text.js'
import type { ReplayTarget } from './replay-target.js'
import type { ReplayedEvent } from './replayed-event.js'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
const MAX_ENTRIES = 10
/** Milliseconds. */
const CALL_TIMEOUT = 10_000
/** Of a call, and of a message. */
const MAX_BYTES: number = 1024 * 1024

export interface QueueTargetOptions {
  /** With `maxAttempts: 1`: a call is repeated message by message. */
  readonly client: SQSClient
  readonly queueUrl: string
  /** A FIFO queue gets the detail alone, with the aggregate's id as its group, as from the consumer's rule. */
  readonly isFifo: boolean
  /** Of one message, as the queue is set up. Bytes. */
  readonly maxMessageBytes: number
  /** The bus from which the events would have come. */
  readonly eventBusArn: string
}

/** The queue of one consumer. Its rule has no say: it gets whatever is chosen. */
export function queueTarget(options: QueueTargetOptions): ReplayTarget {
  const { client, queueUrl, isFifo, maxMessageBytes, eventBusArn } = options
  const bodyOf = (event: ReplayedEvent): string => (isFifo ? event.detail : envelopeText(event, eventBusArn))
  const send = async (events: readonly ReplayedEvent[]): Promise<EntryResult[]> => {
    const { Successful = [], Failed = [] } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: events.map((event, index) => {
          const trace = wellFormedTraceHeader(event.traceHeader)
          return {
            Id: String(index),
            MessageBody: bodyOf(event),
            ...(isFifo ? { MessageGroupId: event.aggregateId } : {}),
            ...(trace === undefined
              ? {}
              : { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: trace } } }),
          }
        }),
      }),
      { abortSignal: AbortSignal.timeout(CALL_TIMEOUT) },
    )
    const taken = new Set(Successful.map(({ Id }) => Id))
    const failed = new Map(Failed.map((failure) => [failure.Id, failure]))
    return events.map((_, index) => {
      const failure = failed.get(String(index))
      if (failure === undefined && taken.has(String(index))) return { kind: 'accepted' }
      const error = { code: failure?.Code ?? 'NoAnswer', message: withoutQuotedValue(failure?.Message ?? '') }
      return { kind: failure?.SenderFault === true ? 'refused' : 'internal', error }
    })
  }
  const isTooLong = (event: ReplayedEvent): boolean => Buffer.byteLength(bodyOf(event)) > maxMessageBytes
  return {
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_BYTES,
    bytesOf: (event) => Buffer.byteLength(bodyOf(event)),
    mayDenyOne: false,
    // If one message of a group failed, those behind it in the call would pass it.
    mayJoin: (event, call) => !isFifo || call.every(({ aggregateId }) => aggregateId !== event.aggregateId),
    send: async (events) => {
      const fitting = events.filter((event) => !isTooLong(event))
      try {
        const sent = fitting.length === 0 ? [] : await send(fitting)
        const results = new Map(fitting.map((event, index) => [event, sent[index]]))
        return {
          kind: 'answered',
          entries: events.map((event) => results.get(event) ?? tooLong(maxMessageBytes)),
        }
      } catch (error) {
        return classifyCallError(error)
      }
    },
    probe: async () => {
      try {
        await client.send(
          new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }),
          { abortSignal: AbortSignal.timeout(CALL_TIMEOUT) },
        )
        return undefined
      } catch (error) {
        return sendError(error)
      }
    },
  }
}

function tooLong(maxMessageBytes: number): EntryResult {
  const message = `The queue takes messages of at most ${maxMessageBytes} bytes`
  return { kind: 'malformed', error: { code: 'MessageTooLong', message } }
}
