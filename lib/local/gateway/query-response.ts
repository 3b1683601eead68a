import { randomUUID } from 'node:crypto'
import XmlBuilder from 'fast-xml-builder'
import type { AwsError } from '../aws-error.js'
import { isRecord } from '../record.js'
import type { GatewayResponse } from './gateway-message.js'
import { xmlNamespaceOf } from './query-services.js'

const XML = new XmlBuilder({ ignoreAttributes: false, suppressEmptyNode: true })

/** https://smithy.io/2.0/aws/protocols/aws-query-protocol.html#response-serialization */
export function queryResponse(
  service: string,
  operation: string,
  output: Readonly<Record<string, unknown>>,
): GatewayResponse {
  const result = Object.keys(output).length === 0 ? {} : { [`${operation}Result`]: xmlValue(output) }
  return xml(200, `${operation}Response`, service, {
    ...result,
    ResponseMetadata: { RequestId: randomUUID() },
  })
}

/** https://smithy.io/2.0/aws/protocols/aws-query-protocol.html#operation-error-serialization */
export function queryErrorResponse(
  { code, message, statusCode }: AwsError,
  service: string,
): GatewayResponse {
  const type = statusCode < 500 ? 'Sender' : 'Receiver'
  return xml(statusCode, 'ErrorResponse', service, {
    Error: { Type: type, Code: code, Message: message },
    RequestId: randomUUID(),
  })
}

function xml(statusCode: number, root: string, service: string, content: object): GatewayResponse {
  const text = XML.build({ [root]: { '@_xmlns': xmlNamespaceOf(service), ...content } })
  return { statusCode, headers: { 'content-type': 'text/xml' }, body: Buffer.from(text) }
}

/** A list becomes `member` elements, a time its text in UTC; what is undefined is left out. */
function xmlValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return { member: value.map(xmlValue) }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.map(([name, inner]) => [name, xmlValue(inner)]))
}
