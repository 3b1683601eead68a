import type { Fauxqs } from '../fauxqs.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import type { JsonRecord } from '../record.js'

/** One call of the emulator's SQS. Unsigned, so that it takes its own region instead of the caller's. */
export function callSqs(fauxqs: Fauxqs, operation: string, input: JsonRecord): Promise<GatewayResponse> {
  return fauxqs.send({
    method: 'POST',
    url: '/',
    headers: { 'x-amz-target': `AmazonSQS.${operation}`, 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(input)),
  })
}
