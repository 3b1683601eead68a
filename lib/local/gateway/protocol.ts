/**
 * The wire protocols of the services behind the gateway.
 * https://smithy.io/2.0/aws/protocols/index.html
 */
export type Protocol = 'json-1.0' | 'json-1.1' | 'rest-json' | 'rest-xml' | 'query'

export interface IdentifiedCall {
  readonly service: string
  readonly operation: string
  readonly protocol: Protocol
  readonly input: Readonly<Record<string, unknown>>
}
