import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { GatewayResponse } from '../gateway/gateway-message.js'

/** Headers that belong to one connection, not to the message. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
  'authorization',
])

/** Sends requests to a DynamoDB endpoint over connections that are kept open. */
export class DynamoDbConnection {
  readonly #endpoint: URL
  readonly #accessKeyId: string
  readonly #agent: Agent

  /**
   * @param accessKeyId under which the engine sees every call. DynamoDB Local without -sharedDb keeps a database
   * per access key and region, and our callers' keys differ; letters and digits only.
   */
  constructor(endpoint: string, accessKeyId: string) {
    this.#endpoint = new URL(endpoint)
    this.#accessKeyId = accessKeyId
    const options = { keepAlive: true, maxSockets: 64 }
    this.#agent = this.#endpoint.protocol === 'https:' ? new SecureAgent(options) : new Agent(options)
  }

  async forward(headers: IncomingHttpHeaders, body: Buffer): Promise<GatewayResponse> {
    return this.#send(headers, body, true)
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(headers: IncomingHttpHeaders, body: Buffer, mayRepeat: boolean): Promise<GatewayResponse> {
    const options: RequestOptions = {
      method: 'POST',
      agent: this.#agent,
      headers: {
        'x-amz-date': '20260101T000000Z',
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))),
        'content-length': body.length,
        authorization: `AWS4-HMAC-SHA256 Credential=${this.#accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0`,
      },
    }
    return new Promise((resolve, reject) => {
      const send = this.#endpoint.protocol === 'https:' ? secureRequest : request
      const outgoing = send(this.#endpoint, options, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () => {
          resolve({
            statusCode: incoming.statusCode ?? 500,
            headers: endToEnd(incoming.headers),
            body: Buffer.concat(chunks),
          })
        })
      })
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The engine closed a kept connection just as it was used again: it never saw the request.
        if (mayRepeat && outgoing.reusedSocket && error.code === 'ECONNRESET') {
          resolve(this.#send(headers, body, false))
        } else reject(error)
      })
      outgoing.end(body)
    })
  }
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) kept[name] = String(value)
  }
  return kept
}
