import type { Fauxqs } from '../fauxqs.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import { parseJsonBody } from '../gateway/json-target.js'
import { isRecord, type JsonRecord } from '../record.js'
import { callSqs } from './sqs-engine.js'

/** Seconds. The emulator's waiting cannot be cut short when the client hangs up, so it waits in short turns. */
const TURN = 1
/** Seconds. The emulator refuses more, and negative ones. */
const MAX_WAIT = 20

/**
 * ReceiveMessage with the caller's waiting time. Messages for a client that hung up meanwhile become visible again at
 * once instead of after the visibility time-out.
 */
export async function receiveMessage(
  fauxqs: Fauxqs,
  input: JsonRecord,
  signal: AbortSignal,
): Promise<GatewayResponse> {
  let remaining = await waitTimeSeconds(fauxqs, input)
  if (!(remaining >= 0 && remaining <= MAX_WAIT)) return callSqs(fauxqs, 'ReceiveMessage', input)
  for (;;) {
    const turn = Math.min(TURN, remaining)
    const response = await callSqs(fauxqs, 'ReceiveMessage', { ...input, WaitTimeSeconds: turn })
    const messages = response.statusCode === 200 ? parseJsonBody(response.body)['Messages'] : undefined
    remaining -= turn
    if (signal.aborted) {
      await makeVisible(fauxqs, input['QueueUrl'], Array.isArray(messages) ? messages : [])
      return response
    }
    if (response.statusCode !== 200 || messages !== undefined || remaining <= 0) return response
  }
}

/** The caller's, else the queue's. */
async function waitTimeSeconds(fauxqs: Fauxqs, input: JsonRecord): Promise<number> {
  if (input['WaitTimeSeconds'] !== undefined) return Number(input['WaitTimeSeconds'])
  const name = 'ReceiveMessageWaitTimeSeconds'
  const { body } = await callSqs(fauxqs, 'GetQueueAttributes', {
    QueueUrl: input['QueueUrl'],
    AttributeNames: [name],
  })
  const { Attributes: attributes } = parseJsonBody(body)
  return isRecord(attributes) ? Number(attributes[name] ?? 0) : 0
}

async function makeVisible(fauxqs: Fauxqs, queueUrl: unknown, messages: readonly unknown[]): Promise<void> {
  const entries = messages.filter(isRecord).map(({ ReceiptHandle: receiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: 0,
  }))
  if (entries.length === 0) return
  await callSqs(fauxqs, 'ChangeMessageVisibilityBatch', { QueueUrl: queueUrl, Entries: entries })
}
