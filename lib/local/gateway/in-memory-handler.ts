import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import type { GatewayRequest, GatewayResponse } from './gateway-message.js'

/** What the SDK takes as `requestHandler`. */
export type RequestHandler = HttpHandler

/**
 * Hands a client's requests to the gateway without a connection. The services of the local cloud call each other this
 * way: between two of their steps nothing is on its way that nobody knows of.
 */
export function inMemoryHandler(
  answer: (request: GatewayRequest) => Promise<GatewayResponse>,
): RequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async ({ method, path, query, headers, body }, { abortSignal } = {}) => {
      const signal = abortSignal instanceof AbortSignal ? abortSignal : new AbortController().signal
      if (signal.aborted) throw aborted()
      const answered = answer({
        method,
        url: urlOf(path, query),
        headers: lowerCase(headers),
        body: bytesOf(body),
        signal,
      }).catch((cause: unknown) => {
        throw Object.assign(new Error('socket hang up', { cause }), { code: 'ECONNRESET' })
      })
      const {
        statusCode,
        headers: answeredHeaders,
        body: answeredBody,
      } = await unlessAborted(answered, signal)
      return {
        response: new HttpResponse({
          statusCode,
          headers: { ...answeredHeaders },
          body: new Uint8Array(answeredBody),
        }),
      }
    },
    destroy: () => undefined,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  }
}

/** The SDK's bytes warn whoever takes them for text, as `Buffer.from` does. */
function bytesOf(body: string | Uint8Array = ''): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function urlOf(path: string, query: HttpRequest['query'] = {}): URL {
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
