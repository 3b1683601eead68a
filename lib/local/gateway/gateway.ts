import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import { describeFailure } from '../describe-failure.js'
import type { CallCapacity } from '../dynamodb/capacity-question.js'
import { takeConsumedCapacity } from '../metrics/consumed-capacity.js'
import type { JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import type { ConsumedCapacity, SpyLog } from '../spy-log.js'
import type { Activity } from '../time/activity.js'
import type { HeldCalls } from '../time/held-calls.js'
import type { AccessKeys } from './access-keys.js'
import type { Backend } from './backend.js'
import { credentialScope } from './credential-scope.js'
import { asAwsError, errorCodeOf, errorResponse } from './error-response.js'
import type { GatewayRequest, GatewayResponse } from './gateway-message.js'
import { identifyCall, protocolOf } from './identify-call.js'
import { ConnectionReset, type Interceptor, type Next } from './interceptor.js'
import type { Protocol } from './protocol.js'
import { readRequest } from './read-request.js'
import { unknownOperation } from './service-backend.js'

/** What became of a call. */
export interface ServedCall {
  readonly call: ApiCall
  /** When it came in. */
  readonly at: Date
  /** Milliseconds of virtual time. */
  readonly duration: number
  readonly requestBytes: number
  /** What the service itself answered, even if the caller never got it; absent when the call never reached it. */
  readonly answered?: GatewayResponse
  /** What the caller got; absent when the connection was dropped. */
  readonly response?: GatewayResponse
  readonly capacity?: CallCapacity
}

export interface GatewayOptions {
  readonly keys: AccessKeys
  readonly spies: Pick<SpyLog, 'recordCall' | 'warn'>
  readonly clock: Clock
  readonly activity: Activity
  readonly heldCalls: HeldCalls
  /** Asked for each call that no interceptor answered. @throws AwsError AccessDeniedException @default - all may */
  readonly authorise?: (call: ApiCall, request: GatewayRequest) => Promise<void>
  /** Told of each call when it is over. */
  readonly onServed?: (served: ServedCall) => void
}

/** The one HTTP endpoint in front of all services. */
export class Gateway {
  readonly #server: Server
  readonly #options: GatewayOptions
  readonly #backends = new Map<string, Backend>()
  readonly #interceptors = new Set<Interceptor>()
  #sequence = 0

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#server = createServer((incoming, outgoing) => {
      void this.#serve(incoming, outgoing)
    })
    // A connection that the server closes while a client reuses it is an error at the client: let clients close.
    this.#server.keepAliveTimeout = 0
  }

  /** Listens on 127.0.0.1 and a free port; gives the URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** Drops open connections, idle or not. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  register(backend: Backend): void {
    this.#backends.set(backend.service, backend)
  }

  /** The first one added is the outermost. Gives what removes it. */
  intercept(interceptor: Interceptor): () => void {
    // A wrapper of its own, so that adding the same function twice gives two.
    const added: Interceptor = (call, next, signal) => interceptor(call, next, signal)
    this.#interceptors.add(added)
    return () => {
      this.#interceptors.delete(added)
    }
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const response = await this.answer(await readRequest(incoming, outgoing))
      send(outgoing, response, incoming.method)
    } catch (error) {
      // Else the client hung up while it sent, or an interceptor drops the connection.
      if (error instanceof AwsError) send(outgoing, errorResponse(error, 'json-1.0', ''), incoming.method)
      else outgoing.destroy()
    }
  }

  /** @throws ConnectionReset when an interceptor drops the connection */
  async answer(request: GatewayRequest): Promise<GatewayResponse> {
    const scope = credentialScope(request)
    const protocol = protocolOf(request, scope)
    if (scope === undefined) return unsigned(request, protocol)
    let identified: ReturnType<typeof identifyCall>
    try {
      identified = identifyCall(request, scope)
    } catch (error) {
      return errorResponse(asAwsError(error), protocol, scope.service)
    }
    const { service, operation, input } = identified
    const { keys, spies, clock, activity, heldCalls, onServed } = this.#options
    const caller = keys.callerOf(scope.accessKeyId)
    const begin = (): (() => void) => activity.begin(`${service} ${operation} of ${caller.name}`)
    let end = begin()
    const idle = async <T>(waiting: () => Promise<T>): Promise<T> => {
      const release = heldCalls.hold(caller.environmentId)
      end()
      try {
        return await waiting()
      } finally {
        end = begin()
        release()
      }
    }
    const call: ApiCall = { service, operation, region: scope.region, caller, input, idle }
    this.#sequence += 1
    const at = new Date(clock.now())
    const requestBytes = request.body.length
    const record = { sequence: this.#sequence, service, operation, caller, at, input, requestBytes }
    const reached: { answered?: GatewayResponse; response?: GatewayResponse; capacity?: CallCapacity } = {}
    let errorCode: string | undefined = 'ConnectionReset'
    try {
      const response = await this.#dispatch(call, request, identified.protocol, (answer) => {
        const { response: clean, capacity } = takeConsumedCapacity(answer)
        Object.assign(reached, { answered: clean, ...(capacity !== undefined && { capacity }) })
        return clean
      })
      reached.response = response
      errorCode = errorCodeOf(response)
      return response
    } finally {
      // First: whoever is told may fail.
      end()
      const { capacity } = reached
      try {
        spies.recordCall({
          ...record,
          ...(capacity !== undefined && { consumedCapacity: unitsOf(capacity) }),
          ...(errorCode !== undefined && { errorCode }),
        })
        onServed?.({ call, at, duration: clock.now() - at.getTime(), requestBytes, ...reached })
      } catch (error) {
        spies.warn(`What is told of ${service} ${operation} failed: ${describeFailure(error)}.`)
      }
    }
  }

  async #dispatch(
    call: ApiCall,
    request: GatewayRequest,
    protocol: Protocol,
    reached: (response: GatewayResponse) => GatewayResponse,
  ): Promise<GatewayResponse> {
    const inWireForm = async (answer: () => Promise<GatewayResponse>): Promise<GatewayResponse> => {
      try {
        return await answer()
      } catch (error) {
        if (error instanceof ConnectionReset) throw error
        // The caller sees a 500 and tries again; whoever wrote the interceptor must hear of it.
        if (!(error instanceof AwsError))
          this.#options.spies.warn(`${call.service} ${call.operation} failed: ${String(error)}`)
        return errorResponse(asAwsError(error), protocol, call.service)
      }
    }
    const backend = this.#backends.get(call.service)
    let next: Next = async (input) => {
      const [changedCall, changedRequest] = withInput(call, request, input)
      let isHandled = false
      const response = await inWireForm(async () => {
        if (backend === undefined) throw unknownOperation(call.service, call.operation)
        await this.#options.authorise?.(changedCall, changedRequest)
        isHandled = true
        return backend.handle(changedCall, changedRequest)
      })
      return isHandled ? reached(response) : response
    }
    for (const interceptor of [...this.#interceptors].reverse()) {
      const inner = next
      next = (input) => {
        const [changedCall] = withInput(call, request, input)
        return inWireForm(() => interceptor(changedCall, (own) => inner(own ?? input), request.signal))
      }
    }
    return next()
  }
}

function withInput(
  call: ApiCall,
  request: GatewayRequest,
  input: JsonRecord | undefined,
): readonly [ApiCall, GatewayRequest] {
  if (input === undefined) return [call, request]
  return [
    { ...call, input },
    { ...request, body: Buffer.from(JSON.stringify(input)) },
  ]
}

function unitsOf({ readUnits, writeUnits }: CallCapacity): ConsumedCapacity {
  return { readUnits, writeUnits }
}

function send(outgoing: ServerResponse, response: GatewayResponse, method: string | undefined): void {
  if (outgoing.destroyed) return
  outgoing.writeHead(response.statusCode, {
    'x-amzn-requestid': randomUUID(),
    ...response.headers,
    // The answer to HEAD states the length of a body that it does not have.
    ...(method === 'HEAD' ? {} : { 'content-length': String(response.body.length) }),
  })
  outgoing.end(response.body)
}

function unsigned({ method, url }: GatewayRequest, protocol: Protocol): GatewayResponse {
  const error = new AwsError(
    'MissingAuthenticationTokenException',
    `This is the endpoint of the local cloud for AWS SDKs: ${method} ${url.pathname} came without a signature. Function URLs have endpoints of their own.`,
    403,
  )
  return errorResponse(error, protocol, '')
}
