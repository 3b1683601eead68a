import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ANSWER_HOST } from '../../lambda/runtime/custom-resource-answer.js'

export interface ExpectedAnswer {
  /** Where the function is to PUT its answer. */
  readonly responseUrl: string
  /** The body of the answer. */
  readonly body: Promise<string>
}

/** Takes the answers of custom resources, each once, on 127.0.0.1 and a free port. */
export class AnswerServer {
  readonly #expected = new Map<string, (body: string) => void>()
  #server: Server | undefined

  async expect(): Promise<ExpectedAnswer> {
    const port = await this.#listen()
    const path = `/${randomUUID()}`
    const body = new Promise<string>((resolve) => {
      this.#expected.set(path, resolve)
    })
    return { responseUrl: `https://${ANSWER_HOST}/${port}${path}`, body }
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  async #listen(): Promise<number> {
    const server = this.#server ?? createServer((incoming, outgoing) => void this.#take(incoming, outgoing))
    this.#server = server
    if (!server.listening) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', resolve)
      })
    }
    return (server.address() as AddressInfo).port
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://answers').pathname
    const answer = this.#expected.get(path)
    const isExpected = answer !== undefined && incoming.method === 'PUT'
    try {
      const body = await text(incoming)
      outgoing.writeHead(isExpected ? 200 : 403).end()
      if (!isExpected) return
      this.#expected.delete(path)
      answer(body)
    } catch {
      // The function hung up in the middle: it may try again.
      outgoing.destroy()
    }
  }
}
