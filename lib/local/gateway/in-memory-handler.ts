import type { GatewayRequest, GatewayResponse } from './gateway-message.js'

/** A request as the SDK signed it. */
interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** What the SDK takes as `requestHandler`. */
export interface RequestHandler {
  readonly metadata: { readonly handlerProtocol: string }
  readonly handle: (
    request: SignedRequest,
    options?: { readonly abortSignal?: AbortSignal },
  ) => Promise<{
    readonly response: {
      readonly statusCode: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  }>
  readonly destroy: () => void
}

/**
 * Hands a client's requests to the gateway without a connection. The services of the local cloud call each other this
 * way: between two of their steps nothing is on its way that nobody knows of.
 */
export function inMemoryHandler(
  answer: (request: GatewayRequest) => Promise<GatewayResponse>,
): RequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request, { abortSignal: signal = new AbortController().signal } = {}) => {
      if (signal.aborted) throw aborted()
      const { method, headers, body } = request
      const answered = answer({
        method,
        url: urlOf(request),
        headers: lowerCase(headers),
        body: body === undefined ? Buffer.alloc(0) : Buffer.from(body),
        signal,
      }).catch((cause: unknown) => {
        throw Object.assign(new Error('socket hang up', { cause }), { code: 'ECONNRESET' })
      })
      const {
        statusCode,
        headers: answeredHeaders,
        body: answeredBody,
      } = await unlessAborted(answered, signal)
      return { response: { statusCode, headers: answeredHeaders, body: new Uint8Array(answeredBody) } }
    },
    destroy: () => undefined,
  }
}

function urlOf({ path, query = {} }: SignedRequest): URL {
  const url = new URL(path, 'http://gateway')
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) url.searchParams.append(name, String(one))
  }
  return url
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

async function unlessAborted<T>(answered: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => {}
  const hangUp = new Promise<never>((_resolve, reject) => {
    abort = () => reject(aborted())
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([answered, hangUp])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function aborted(): Error {
  return Object.assign(new Error('Request aborted'), { name: 'AbortError' })
}
