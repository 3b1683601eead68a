import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { startDynamoDbEngine } from '../lib/local/dynamodb/start-engine.js'

export interface BenchServices {
  /** Of all services. */
  readonly endpoint: string
  /** Requests so far. */
  readonly calls: () => number
  /** Entries of PutEvents that were taken, heartbeats not counted, or lines of the archive. */
  readonly accepted: () => number
  /** Rows that were deleted. */
  readonly deleted: () => number
  readonly stop: () => Promise<void>
}

/** Stands in the detail of an event on which EventBridge fails each time. */
export const FAILING = 'fails each time'

interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array | string
}

/** DynamoDB is a real engine; the other services are answered at once, so that they cost the sweeper nothing but the call. */
export async function startServices(): Promise<BenchServices> {
  const engine = await startDynamoDbEngine(process.env['DYNAMODB_ENDPOINT'], 'BENCH')
  let calls = 0
  let accepted = 0
  let deleted = 0

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    calls += 1
    const body = await buffer(request)
    if (request.method === 'PUT') {
      accepted += linesIn(body)
      return { statusCode: 200, headers: { etag: '"bench"' }, body: '' }
    }
    const target = String(request.headers['x-amz-target'] ?? '')
    if (target.startsWith('DynamoDB_')) {
      const { statusCode, headers, body: answered } = await engine.forward(request.headers, body)
      if (target.endsWith('.BatchExecuteStatement'))
        deleted += body.toString().split('DELETE FROM').length - 1
      return { statusCode, headers: { ...headers }, body: answered }
    }
    if (target === 'AWSEvents.PutEvents') return json(putEvents(body))
    if (target === 'AWSEvents.DescribeEventBus') return json({ Name: 'bench' })
    if (request.url?.includes('/event-source-mappings/') === true) return json({ State: 'Enabled' })
    throw new Error(`The bench knows no ${request.method} ${request.url} ${target}`)
  }

  function putEvents(body: Uint8Array): object {
    const { Entries } = JSON.parse(Buffer.from(body).toString('utf8')) as {
      readonly Entries: readonly { readonly Source: string; readonly Detail: string }[]
    }
    const results = Entries.map(({ Source, Detail }) => {
      if (Detail.includes(FAILING)) return { ErrorCode: 'InternalFailure', ErrorMessage: 'Internal failure.' }
      if (Source === 'bench') accepted += 1
      return { EventId: randomUUID() }
    })
    return { Entries: results, FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ statusCode, headers, body }) => {
        response.writeHead(statusCode, headers)
        response.end(body)
      },
      (error: unknown) => {
        console.error(error)
        response.destroy()
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls: () => calls,
    accepted: () => accepted,
    deleted: () => deleted,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await engine.stop()
    },
  }
}

/** The sweeper's own process does not pay for it. */
function linesIn(object: Uint8Array): number {
  return gunzipSync(object).toString('utf8').split('\n').length - 1
}

function json(value: object): Answer {
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(value),
  }
}
