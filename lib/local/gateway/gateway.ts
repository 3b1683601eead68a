import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import type { ApiCall } from '../service.js'
import type { SpyLog } from '../spy-log.js'
import type { Activity } from '../time/activity.js'
import type { AccessKeys } from './access-keys.js'
import type { Backend } from './backend.js'
import { credentialScope } from './credential-scope.js'
import { asAwsError, errorCodeOf, errorResponse } from './error-response.js'
import type { GatewayRequest, GatewayResponse } from './gateway-message.js'
import { identifyCall, protocolOf } from './identify-call.js'
import { ConnectionReset, type Interceptor } from './interceptor.js'
import type { Protocol } from './protocol.js'
import { readRequest } from './read-request.js'
import { unknownOperation } from './service-backend.js'

export interface GatewayOptions {
  readonly keys: AccessKeys
  readonly spies: Pick<SpyLog, 'recordCall' | 'warn'>
  readonly clock: Clock
  readonly activity: Activity
  /** Asked for each call that no interceptor answered. @throws AwsError AccessDeniedException @default - all may */
  readonly authorise?: (call: ApiCall, request: GatewayRequest) => Promise<void>
}

/** The one HTTP endpoint in front of all services. */
export class Gateway {
  readonly #server: Server
  readonly #options: GatewayOptions
  readonly #backends = new Map<string, Backend>()
  readonly #interceptors = new Set<Interceptor>()

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
    const added: Interceptor = (call, next) => interceptor(call, next)
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
    const { keys, spies, clock, activity } = this.#options
    const caller = keys.callerOf(scope.accessKeyId)
    const begin = (): (() => void) => activity.begin(`${service} ${operation} of ${caller.name}`)
    let end = begin()
    const idle = async <T>(waiting: () => Promise<T>): Promise<T> => {
      end()
      try {
        return await waiting()
      } finally {
        end = begin()
      }
    }
    const call: ApiCall = { service, operation, region: scope.region, caller, input, idle }
    const record = { service, operation, caller, at: new Date(clock.now()), input }
    try {
      const response = await this.#dispatch(call, request, identified.protocol)
      const errorCode = errorCodeOf(response)
      spies.recordCall({ ...record, ...(errorCode === undefined ? {} : { errorCode }) })
      return response
    } catch (error) {
      spies.recordCall({ ...record, errorCode: 'ConnectionReset' })
      throw error
    } finally {
      end()
    }
  }

  async #dispatch(call: ApiCall, request: GatewayRequest, protocol: Protocol): Promise<GatewayResponse> {
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
    let next = (): Promise<GatewayResponse> =>
      inWireForm(async () => {
        if (backend === undefined) throw unknownOperation(call.service, call.operation)
        await this.#options.authorise?.(call, request)
        return backend.handle(call, request)
      })
    for (const interceptor of [...this.#interceptors].reverse()) {
      const inner = next
      next = () => inWireForm(() => interceptor(call, inner))
    }
    return next()
  }
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
