import type { Fauxqs } from '../fauxqs/fauxqs.js'
import type { Backend } from '../gateway/backend.js'
import { errorCodeOf } from '../gateway/error-response.js'
import { jsonResponse } from '../gateway/gateway-message.js'
import { unknownOperation } from '../gateway/service-backend.js'
import type { LocalEnvironment } from '../resource-provider.js'
import { clientOutput } from './client-output.js'
import { engineInput } from './engine-input.js'
import { authoriseMoveTask } from './move-task-permissions.js'
import { queryError } from './query-error.js'
import type { QueueAddress } from './queue-address.js'
import { receiveMessage } from './receive-message.js'

/** Answers SQS's API from the emulator. */
export function sqsBackend(
  fauxqs: Fauxqs,
  address: QueueAddress,
  { clock, authorise }: Pick<LocalEnvironment, 'clock' | 'authorise'>,
): Backend {
  return {
    service: 'sqs',
    handle: async (call, { signal }) => {
      const { operation, input } = call
      await authoriseMoveTask(call, fauxqs, address, authorise)
      const {
        statusCode,
        body,
        queryError: emulated,
      } = operation === 'ReceiveMessage'
        ? await receiveMessage(fauxqs, clock, call, signal)
        : await fauxqs.sqs(operation, engineInput(operation, input))
      if (statusCode < 400) return jsonResponse(clientOutput(operation, body, address))
      const response = jsonResponse(body, statusCode)
      const code = errorCodeOf(response) ?? ''
      if (code === 'InvalidAction') throw unknownOperation('sqs', operation)
      const header = queryError(code, emulated)
      return { ...response, headers: { ...response.headers, 'x-amzn-query-error': header } }
    },
  }
}
