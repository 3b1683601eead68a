import type { GatewayRequest } from './gateway-message.js'

/** Who signed a request for what, by its own word: the gateway checks no signature. */
export interface CredentialScope {
  readonly accessKeyId: string
  readonly region: string
  /** The service's signing name: `s3`, `lambda`. */
  readonly service: string
}

const CREDENTIAL = /([^/\s=,]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/

/**
 * From the `Authorization` header, or the query of a presigned URL. Undefined for an unsigned request.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function credentialScope(
  request: Pick<GatewayRequest, 'headers' | 'url'>,
): CredentialScope | undefined {
  const signed = request.headers.authorization ?? request.url.searchParams.get('X-Amz-Credential')
  const [, accessKeyId, region, service] = CREDENTIAL.exec(signed ?? '') ?? []
  if (accessKeyId === undefined || region === undefined || service === undefined) return undefined
  return { accessKeyId, region, service }
}
