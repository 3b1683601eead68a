import type { GatewayRequest, GatewayResponse } from './gateway-message.js'
import { parseJsonBody } from './json-target.js'
import type { IdentifiedCall } from './protocol.js'
import { identifyRoute, type RestRoute } from './rest-route.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html */
const ROUTES: readonly RestRoute[] = [
  { method: 'POST', path: '/2015-03-31/functions/{FunctionName}/invocations', operation: 'Invoke' },
  { method: 'GET', path: '/2015-03-31/functions', operation: 'ListFunctions' },
  { method: 'GET', path: '/2015-03-31/functions/{FunctionName}', operation: 'GetFunction' },
  {
    method: 'GET',
    path: '/2015-03-31/functions/{FunctionName}/configuration',
    operation: 'GetFunctionConfiguration',
  },
  {
    method: 'PUT',
    path: '/2015-03-31/functions/{FunctionName}/configuration',
    operation: 'UpdateFunctionConfiguration',
  },
  { method: 'GET', path: '/2021-10-31/functions/{FunctionName}/url', operation: 'GetFunctionUrlConfig' },
  {
    method: 'PUT',
    path: '/2017-10-31/functions/{FunctionName}/concurrency',
    operation: 'PutFunctionConcurrency',
  },
  {
    method: 'DELETE',
    path: '/2017-10-31/functions/{FunctionName}/concurrency',
    operation: 'DeleteFunctionConcurrency',
  },
  {
    method: 'GET',
    path: '/2019-09-30/functions/{FunctionName}/concurrency',
    operation: 'GetFunctionConcurrency',
  },
  {
    method: 'GET',
    path: '/2019-09-25/functions/{FunctionName}/event-invoke-config',
    operation: 'GetFunctionEventInvokeConfig',
  },
  { method: 'GET', path: '/2015-03-31/functions/{FunctionName}/policy', operation: 'GetPolicy' },
  { method: 'GET', path: '/2017-03-31/tags/{Resource}', operation: 'ListTags' },
  { method: 'POST', path: '/2017-03-31/tags/{Resource}', operation: 'TagResource' },
  { method: 'DELETE', path: '/2017-03-31/tags/{Resource}', operation: 'UntagResource' },
  { method: 'GET', path: '/2015-03-31/event-source-mappings', operation: 'ListEventSourceMappings' },
  { method: 'POST', path: '/2015-03-31/event-source-mappings', operation: 'CreateEventSourceMapping' },
  { method: 'GET', path: '/2015-03-31/event-source-mappings/{UUID}', operation: 'GetEventSourceMapping' },
  { method: 'PUT', path: '/2015-03-31/event-source-mappings/{UUID}', operation: 'UpdateEventSourceMapping' },
  {
    method: 'DELETE',
    path: '/2015-03-31/event-source-mappings/{UUID}',
    operation: 'DeleteEventSourceMapping',
  },
]

/** Answered with something else than 200. 202: the change goes on after the answer. */
const STATUS: Readonly<Record<string, number>> = {
  CreateEventSourceMapping: 202,
  UpdateEventSourceMapping: 202,
  DeleteEventSourceMapping: 202,
  DeleteFunctionConcurrency: 204,
  TagResource: 204,
  UntagResource: 204,
}

/**
 * The input is the SDK's, but for `Invoke`: its `Payload` is the request body as text.
 * @throws AwsError UnknownOperationException
 */
export function identifyLambdaCall(request: GatewayRequest): IdentifiedCall {
  const { operation, members } = identifyRoute(ROUTES, request, 'Lambda')
  const query = queryMembers(request.url.searchParams)
  const body = operation === 'Invoke' ? invokeInput(request) : parseJsonBody(request.body)
  return { service: 'lambda', operation, protocol: 'rest-json', input: { ...body, ...query, ...members } }
}

function invokeInput({ headers, body }: GatewayRequest): Readonly<Record<string, unknown>> {
  return {
    InvocationType: headers['x-amz-invocation-type'] ?? 'RequestResponse',
    LogType: headers['x-amz-log-type'] ?? 'None',
    Payload: body.toString('utf8'),
  }
}

/** A name that occurs more than once is a list. */
function queryMembers(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [first, ...others] = parameters.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    }),
  )
}

/** The output of an action as HTTP: `Invoke` has its members in headers and its `Payload`, a text, as the body. */
export function lambdaResponse(
  operation: string,
  output: Readonly<Record<string, unknown>>,
): GatewayResponse {
  if (operation !== 'Invoke') {
    const statusCode = STATUS[operation] ?? 200
    return {
      statusCode,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(statusCode === 204 ? '' : JSON.stringify(output)),
    }
  }
  const {
    StatusCode: statusCode,
    FunctionError: functionError,
    LogResult: logResult,
    Payload: payload,
  } = output
  return {
    statusCode: typeof statusCode === 'number' ? statusCode : 200,
    headers: {
      'content-type': 'application/json',
      'x-amz-executed-version': '$LATEST',
      ...(functionError === undefined ? {} : { 'x-amz-function-error': String(functionError) }),
      ...(logResult === undefined ? {} : { 'x-amz-log-result': String(logResult) }),
    },
    body: Buffer.from(payload === undefined ? '' : String(payload)),
  }
}
