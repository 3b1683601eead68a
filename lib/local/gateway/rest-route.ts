import { AwsError } from '../aws-error.js'
import { decodeUri } from './decode-uri.js'
import type { GatewayRequest } from './gateway-message.js'

/** One operation of a service with a REST protocol. */
export interface RestRoute {
  readonly method: string
  /** `/2015-03-31/functions/{FunctionName}`: what is in braces becomes a member of the input. */
  readonly path: string
  readonly operation: string
}

/**
 * The operation behind a request, with the members of its path.
 * @param api for the refusal: `Lambda`
 * @throws AwsError UnknownOperationException, ValidationException
 */
export function identifyRoute(
  routes: readonly RestRoute[],
  { method, url }: GatewayRequest,
  api: string,
): { readonly operation: string; readonly members: Readonly<Record<string, string>> } {
  for (const route of routes) {
    const members = matchRoute(route, method, url.pathname)
    if (members !== undefined) return { operation: route.operation, members }
  }
  throw new AwsError(
    'UnknownOperationException',
    `The local cloud does not emulate ${method} ${url.pathname} of ${api}'s API.`,
    404,
  )
}

/**
 * The members of the path, decoded; undefined when it is another route's. A slash at the end does not matter.
 * @throws AwsError ValidationException
 */
function matchRoute(route: RestRoute, method: string, pathname: string): Record<string, string> | undefined {
  const expected = segments(route.path)
  const actual = segments(pathname)
  if (route.method !== method || expected.length !== actual.length) return undefined
  const members: Record<string, string> = {}
  for (const [index, segment] of expected.entries()) {
    const given = actual[index] ?? ''
    const [, member] = /^\{(.+)\}$/.exec(segment) ?? []
    if (member !== undefined) members[member] = decodeUri(given, 'ValidationException')
    else if (segment !== given) return undefined
  }
  return members
}

function segments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}
