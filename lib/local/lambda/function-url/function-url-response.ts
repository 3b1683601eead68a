import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isRecord, type JsonRecord } from '../../record.js'
import type { InvocationOutcome } from '../function/execution-environment.js'

export interface HttpResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer
}

/**
 * The HTTP response that an invocation's outcome stands for.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export function functionUrlResponse(outcome: InvocationOutcome): HttpResponse {
  if (outcome.kind === 'error') return internalServerError()
  const answer: unknown = JSON.parse(outcome.payload)
  if (!isRecord(answer) || answer['statusCode'] === undefined) {
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(outcome.payload),
    }
  }
  return structuredResponse(answer) ?? internalServerError()
}

/** The form that Lambda's own errors have. */
export function messageResponse(statusCode: number, message: string): HttpResponse {
  return {
    statusCode,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ Message: message })),
  }
}

/** Undefined when a member has the wrong form. */
function structuredResponse(answer: JsonRecord): HttpResponse | undefined {
  const statusCode = Number(answer['statusCode'])
  const headers = headersOf(answer['headers'])
  const cookies = answer['cookies'] ?? []
  const body = answer['body'] ?? ''
  if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599) return undefined
  if (headers === undefined || typeof body !== 'string') return undefined
  if (!Array.isArray(cookies) || !cookies.every(isCookie)) return undefined
  return {
    statusCode,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, answer['isBase64Encoded'] === true ? 'base64' : 'utf8'),
  }
}

/** Undefined when HTTP does not allow one, for example with a line break. */
function headersOf(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) return undefined
  const headers: Record<string, string> = {}
  for (const [name, header] of Object.entries(value)) {
    if (typeof header === 'object' || !isValidHeader(name, String(header))) return undefined
    // The server sends the body as a whole, and knows its length.
    if (!['content-length', 'transfer-encoding'].includes(name.toLowerCase())) {
      headers[name.toLowerCase()] = String(header)
    }
  }
  return headers
}

function isCookie(value: unknown): value is string {
  return typeof value === 'string' && isValidHeader('set-cookie', value)
}

function isValidHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

/** The function failed, or its answer is malformed. */
function internalServerError(): HttpResponse {
  return {
    statusCode: 502,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('Internal Server Error'),
  }
}
