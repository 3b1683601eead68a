import { decodeUri } from './decode-uri.js'

/** One operation of a service with a REST protocol. */
export interface RestRoute {
  readonly method: string
  /** `/2015-03-31/functions/{FunctionName}`: what is in braces becomes a member of the input. */
  readonly path: string
  readonly operation: string
}

/**
 * The members of the path, decoded; undefined when it is another route's. A slash at the end does not matter.
 * @throws AwsError ValidationException
 */
export function matchRoute(
  route: RestRoute,
  method: string,
  pathname: string,
): Record<string, string> | undefined {
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
