import { HttpRequest } from '@smithy/core/protocols'
import { AwsError } from '../../aws-error.js'
import type { Caller } from '../../caller.js'
import { isRecord } from '../../record.js'
import type { LocalEnvironment, ServiceClientConfig } from '../../resource-provider.js'
import type { UniversalOperation } from './universal-operation.js'

/** How each service is signed for and, in its JSON protocol, addressed. */
const JSON_SERVICES: Readonly<
  Record<string, { readonly signingName: string; readonly target: string; readonly version: string }>
> = {
  dynamodb: { signingName: 'dynamodb', target: 'DynamoDB_20120810', version: '1.0' },
  eventbridge: { signingName: 'events', target: 'AWSEvents', version: '1.1' },
  sqs: { signingName: 'sqs', target: 'AmazonSQS', version: '1.0' },
}

/**
 * Calls an operation through the gateway with the payload as its input, as JSON.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
 * @throws AwsError of the service
 */
export async function callOperation(
  operation: UniversalOperation,
  payload: string,
  caller: Caller,
  { clientConfigOf }: Pick<LocalEnvironment, 'clientConfigOf'>,
): Promise<void> {
  const config = clientConfigOf(caller)
  const request =
    operation.service === 'lambda' ? invokeRequest(payload, config) : jsonRequest(operation, payload, config)
  const { response } = await config.requestHandler.handle(request)
  const body = Buffer.from(response.body).toString('utf8')
  if (response.statusCode >= 400) throw errorOf(response.statusCode, response.headers, body)
}

function jsonRequest(
  { service, operation }: UniversalOperation,
  body: string,
  config: ServiceClientConfig,
): HttpRequest {
  const { signingName = service, target = service, version = '1.0' } = JSON_SERVICES[service] ?? {}
  const headers = {
    authorization: authorization(signingName, config),
    'content-type': `application/x-amz-json-${version}`,
    'x-amz-target': `${target}.${operation}`,
  }
  return new HttpRequest({ method: 'POST', path: '/', headers, body })
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
function invokeRequest(payload: string, config: ServiceClientConfig): HttpRequest {
  const input: unknown = JSON.parse(payload)
  const { FunctionName, InvocationType, Payload } = isRecord(input) ? input : {}
  if (typeof FunctionName !== 'string') {
    throw new AwsError('ValidationException', 'The Input of lambda:invoke has no FunctionName.')
  }
  return new HttpRequest({
    method: 'POST',
    path: `/2015-03-31/functions/${encodeURIComponent(FunctionName)}/invocations`,
    headers: {
      authorization: authorization('lambda', config),
      ...(typeof InvocationType === 'string' && { 'x-amz-invocation-type': InvocationType }),
    },
    body: typeof Payload === 'string' ? Payload : '',
  })
}

/** The gateway looks at the scope only: who signs, for which service. */
function authorization(signingName: string, { credentials, region }: ServiceClientConfig): string {
  const scope = `${credentials.accessKeyId}/19700101/${region}/${signingName}/aws4_request`
  return `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`
}

function errorOf(statusCode: number, headers: Readonly<Record<string, string>>, body: string): AwsError {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    parsed = undefined
  }
  const members = isRecord(parsed) ? parsed : {}
  const type = String(headers['x-amzn-errortype'] ?? members['__type'] ?? `HTTP ${statusCode}`)
  const code = type.replace(/^.*#/, '').replace(/:.*$/, '')
  return new AwsError(code, String(members['message'] ?? members['Message'] ?? code), statusCode)
}
