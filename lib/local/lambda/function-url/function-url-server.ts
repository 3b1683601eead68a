import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../clock.js'
import { asAwsError } from '../../gateway/error-response.js'
import type { Activity } from '../../time/activity.js'
import type { LambdaFunction } from '../function/lambda-function.js'
import { SYNCHRONOUS_PAYLOAD_MAX_BYTES } from '../lambda-limits.js'
import { type AuthType, admitRequest, type FunctionUrlAccess } from './admit-request.js'
import { functionUrlResponse, type HttpResponse, messageResponse } from './function-url-response.js'
import { readBody } from './read-body.js'
import { requestEvent } from './request-event.js'

export interface FunctionUrlOptions {
  readonly lambda: LambdaFunction
  readonly authType: AuthType
  readonly access: FunctionUrlAccess
  readonly clock: Clock
  readonly activity: Activity
}

export interface FunctionUrlServer {
  /** `http://127.0.0.1:<port>/` */
  readonly url: string
  /** Drops open connections at once. */
  readonly stop: () => Promise<void>
}

export async function startFunctionUrl(options: FunctionUrlOptions): Promise<FunctionUrlServer> {
  const apiId = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    answer(request, { ...options, apiId }).then(
      (answered) => send(response, answered),
      // The client hung up while it sent.
      () => response.destroy(),
    )
  })
  // A connection that the server closes while a client reuses it is an error at the client: let clients close.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  request: IncomingMessage,
  { lambda, authType, access, clock, activity, apiId }: FunctionUrlOptions & { readonly apiId: string },
): Promise<HttpResponse> {
  const { admission, body } = await activity.run('a request to a function URL', async () => ({
    admission: await admitRequest(request, lambda.configuration.functionArn, authType, access),
    body: await readBody(request, SYNCHRONOUS_PAYLOAD_MAX_BYTES),
  }))
  if (admission === undefined) return messageResponse(403, 'Forbidden')
  if (body === 'too-large')
    return messageResponse(413, `Request must be smaller than ${SYNCHRONOUS_PAYLOAD_MAX_BYTES} bytes`)
  const now = Math.floor(clock.now())
  const event = requestEvent(request, body, { accountId: admission.accountId, apiId, now })
  try {
    const { outcome } = await lambda.invoke(JSON.stringify(event))
    return functionUrlResponse(outcome)
  } catch (error) {
    const { statusCode, message } = asAwsError(error)
    return messageResponse(statusCode, message)
  }
}

function send(response: ServerResponse, { statusCode, headers, body }: HttpResponse): void {
  if (response.destroyed) return
  response.statusCode = statusCode
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body)
}
