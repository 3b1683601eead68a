import type { Clock } from '../clock.js'
import type { Fauxqs } from '../fauxqs/fauxqs.js'
import type { SqsAnswer } from '../fauxqs/worker-message.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import { queueNameOf } from './queue-address.js'

const NOTHING: SqsAnswer = { statusCode: 200, body: {} }

/**
 * ReceiveMessage with the caller's waiting time. A client that hung up meanwhile gets nothing, and loses nothing.
 *
 * The long poll of an event source mapping ends only when there may be something to receive: nobody sees its empty
 * answers, and a week that is skipped would bring many. One whose time was over by then ends empty, so that the next
 * call meets permissions and faults as they are now.
 *
 * That of a function ends on time: what the function does then is due, before its own time-out.
 */
export async function receiveMessage(
  fauxqs: Fauxqs,
  clock: Clock,
  { input, caller, idle }: ApiCall,
  hungUp: AbortSignal,
): Promise<SqsAnswer> {
  const queueUrl = String(input['QueueUrl'])
  const isPoller = caller.kind === 'service' && caller.name === 'lambda.amazonaws.com'
  const isFunction = caller.environmentId !== undefined
  const began = clock.now()
  for (;;) {
    const settled = new AbortController()
    const signal = AbortSignal.any([hungUp, settled.signal])
    const rung = fauxqs.bell(queueNameOf(queueUrl), signal)
    try {
      const answer = await fauxqs.sqs('ReceiveMessage', input)
      const receipts = receiptsOf(answer.body)
      if (hungUp.aborted) {
        if (receipts.length > 0) await fauxqs.takeBack(queueUrl, receipts)
        return NOTHING
      }
      const end = began + (answer.waitSeconds ?? 0) * 1000
      if (receipts.length > 0 || end <= clock.now()) return answer
      const over = (): Promise<void> => clock.sleep(end - clock.now(), signal, { idle: !isFunction })
      await idle(() => (isPoller ? rung : Promise.race([rung, over()])))
      if (hungUp.aborted || end <= clock.now()) return NOTHING
    } finally {
      settled.abort()
    }
  }
}

function receiptsOf({ Messages: messages }: JsonRecord): string[] {
  if (!Array.isArray(messages)) return []
  return messages.filter(isRecord).map(({ ReceiptHandle: receipt }) => String(receipt))
}
