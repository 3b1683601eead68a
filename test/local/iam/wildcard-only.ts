import { isWildcardOnlyAction } from '@cloud-copilot/iam-simulate'
import { matchesPattern } from '../../../lib/local/iam/matches-pattern.js'

type Statement = Readonly<Record<string, unknown>>

export interface OnEverything {
  readonly resource: string
  readonly resourceOf: (statements: readonly Statement[]) => readonly Statement[]
}

/**
 * The reference gives `ListStreams` no resource type, so the simulator takes `*` only; AWS's own tutorial grants it on
 * the streams of a table, and Lambda takes a role with that. Statements on what is asked for count as on everything.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.Lambda.Tutorial.html
 */
export async function onEverything(action: string, resource: string): Promise<OnEverything | undefined> {
  const [service = '', name = ''] = action.split(':')
  if (resource === '*' || !(await isWildcardOnlyAction(service, name))) return undefined
  const meets = (pattern: unknown): boolean =>
    matchesPattern(String(pattern), resource) || matchesPattern(resource, String(pattern))
  return {
    resource: '*',
    resourceOf: (statements) =>
      statements.map((statement) =>
        [statement['Resource']].flat().some(meets) ? { ...statement, Resource: '*' } : statement,
      ),
  }
}
