import { buildApp } from 'fauxqs'
import type { GatewayResponse } from './gateway/gateway-message.js'

export interface FauxqsRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The SQS and S3 emulator in our own process. It opens no port: requests are handed to it in memory. */
export interface Fauxqs {
  readonly send: (request: FauxqsRequest) => Promise<GatewayResponse>
  /** Ends long polls and timers. */
  readonly stop: () => Promise<void>
}

/** Headers of the connection, and those that the emulator would act upon although the gateway already did. */
const NOT_FORWARDED = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
])

export async function startFauxqs(region: string): Promise<Fauxqs> {
  const app = buildApp({ logger: false, defaultRegion: region })
  await app.ready()
  return {
    send: async ({ method, url, headers, body }) => {
      const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name))
      const response = await app.inject({
        method: method as 'POST',
        url,
        headers: { ...Object.fromEntries(forwarded), host: 'localhost' },
        ...(body.length === 0 ? {} : { payload: body }),
      })
      const answered: Record<string, string> = {}
      for (const [name, value] of Object.entries(response.headers)) {
        if (value !== undefined && !NOT_FORWARDED.has(name)) answered[name] = String(value)
      }
      // The answer to HEAD states the length of the object, not of its own body.
      const length = response.headers['content-length']
      if (method === 'HEAD' && length !== undefined) answered['content-length'] = String(length)
      return { statusCode: response.statusCode, headers: answered, body: response.rawPayload }
    },
    stop: () => app.close(),
  }
}
