import type { Fauxqs } from '../fauxqs.js'
import type { Backend } from '../gateway/backend.js'
import { errorCodeOf } from '../gateway/error-response.js'
import { jsonResponse } from '../gateway/gateway-message.js'
import { parseJsonBody } from '../gateway/json-target.js'
import { unknownOperation } from '../gateway/service-backend.js'
import { clientOutput } from './client-output.js'
import { engineInput } from './engine-input.js'
import { MessageBodies } from './message-bodies.js'
import { withQueryErrorCode } from './query-error.js'
import type { QueueAddress } from './queue-address.js'
import { receiveMessage } from './receive-message.js'
import { callSqs } from './sqs-engine.js'

/** Answers SQS's API from the emulator and reconciles what it does differently from AWS. */
export function sqsBackend(fauxqs: Fauxqs, address: QueueAddress): Backend {
  const bodies = new MessageBodies()
  return {
    service: 'sqs',
    handle: async ({ operation, input }, { signal }) => {
      const forEngine = engineInput(operation, input, address, bodies)
      const response =
        operation === 'ReceiveMessage'
          ? await receiveMessage(fauxqs, forEngine, signal)
          : await callSqs(fauxqs, operation, forEngine)
      const code = errorCodeOf(response)
      if (code === 'InvalidAction') throw unknownOperation('sqs', operation)
      if (code !== undefined) return withQueryErrorCode(response, code)
      return jsonResponse(clientOutput(operation, input, parseJsonBody(response.body), address, bodies))
    },
  }
}
