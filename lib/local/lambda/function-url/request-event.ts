import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { JsonRecord } from '../../record.js'
import { accessLogTime } from './access-log-time.js'

export interface RequestOrigin {
  readonly accountId: string
  /** The id in the URL's host name. */
  readonly apiId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What is taken for text; anything else goes to the function as base64. */
const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml)$|[^;]+\+(json|xml)$)/i

/**
 * The event that a function gets for an HTTP request, payload format 2.0.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export function requestEvent(request: IncomingMessage, body: Buffer, origin: RequestOrigin): JsonRecord {
  const { accountId, apiId, now } = origin
  const [rawPath = '/', rawQueryString = ''] = splitOnce(request.url ?? '/', '?')
  const { cookie, ...others } = request.headers
  const headers = singleValues(others)
  const query = queryParameters(rawQueryString)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/; */).filter((each) => each !== '') }),
    headers,
    ...(Object.keys(query).length === 0 ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId,
      apiId,
      domainName: headers['host'] ?? '127.0.0.1',
      domainPrefix: apiId,
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: accessLogTime(now),
      timeEpoch: now,
    },
    ...bodyMembers(body, headers),
  }
}

function bodyMembers(body: Buffer, headers: Readonly<Record<string, string>>): JsonRecord {
  if (body.length === 0) return { isBase64Encoded: false }
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  const isText = TEXT_TYPES.test(mediaType) && headers['content-encoding'] === undefined
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText }
}

function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) values[name] = Array.isArray(value) ? value.join(',') : value
  }
  return values
}

/** Decoded; the values of a name that comes several times are joined by commas. */
function queryParameters(rawQueryString: string): Record<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = parameters.get(name)
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(parameters)
}

function splitOnce(text: string, separator: string): readonly string[] {
  const position = text.indexOf(separator)
  return position === -1 ? [text] : [text.slice(0, position), text.slice(position + separator.length)]
}
