import type { JsonRecord } from '../../record.js'
import type { FauxqsModules, SqsQueue, SqsStore } from './fauxqs-modules.js'
import type { StoredMessage } from './stored-message.js'

/** Seconds. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const MAX_WAIT = 20

export interface Received {
  readonly body: JsonRecord
  /** How long the receiver may wait for the first message. */
  readonly waitSeconds: number
}

/** ReceiveMessage, answered at once. @throws SqsError InvalidParameterValue */
export async function receiveMessages(
  { actions, SqsError }: FauxqsModules,
  store: SqsStore,
  queue: SqsQueue,
  input: JsonRecord,
): Promise<Received> {
  const waitSeconds = Number(
    input['WaitTimeSeconds'] ?? queue.attributes['ReceiveMessageWaitTimeSeconds'] ?? 0,
  )
  if (!(waitSeconds >= 0 && waitSeconds <= MAX_WAIT))
    throw new SqsError(
      'InvalidParameterValue',
      `Value ${input['WaitTimeSeconds']} for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= ${MAX_WAIT}, if provided.`,
    )
  const names = [input['AttributeNames'], input['MessageSystemAttributeNames']].flat()
  const receive = actions.get('ReceiveMessage')
  const body = await receive?.({ ...input, WaitTimeSeconds: 0 }, store, { headers: {} })
  const messages = Array.isArray(body?.['Messages']) ? body['Messages'] : []
  if (messages.length === 0) return { body: {}, waitSeconds }
  const isAsked = (name: string): boolean => names.includes('All') || names.includes(name)
  return {
    waitSeconds,
    body: { Messages: messages.map((message) => complete(message, queue, input, isAsked)) },
  }
}

/** Adds what the emulator does not know, and takes away what was not asked for. */
function complete(
  received: JsonRecord,
  queue: SqsQueue,
  { MessageAttributeNames: attributeNames }: JsonRecord,
  isAsked: (name: string) => boolean,
): JsonRecord {
  const stored: StoredMessage | undefined = queue.inflightMessages.get(
    String(received['ReceiptHandle']),
  )?.message
  const more = {
    DeadLetterQueueSourceArn: stored?.deadLetterSourceArn,
    AWSTraceHeader: stored?.traceHeader,
  }
  const asked = Object.entries(more).filter(([name, value]) => value !== undefined && isAsked(name))
  const attributes = { ...Object(received['Attributes']), ...Object.fromEntries(asked) }
  const message = { ...received }
  if (Object.keys(attributes).length > 0) message['Attributes'] = attributes
  if (Array.isArray(attributeNames) && attributeNames.length > 0) return message
  // Without names the emulator gives all, SQS none.
  const { MessageAttributes: _attributes, MD5OfMessageAttributes: _digest, ...others } = message
  return others
}
