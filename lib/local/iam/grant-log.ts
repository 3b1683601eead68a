import type { JsonRecord } from '../record.js'
import { matchesPattern } from './matches-pattern.js'

/** Which statements allowed which actions on which resources. */
export class GrantLog {
  readonly #uses = new Map<JsonRecord, Map<string, Set<string>>>()

  record(statements: readonly JsonRecord[], action: string, resource: string): void {
    for (const statement of statements) {
      const actions = this.#uses.get(statement) ?? new Map<string, Set<string>>()
      this.#uses.set(statement, actions)
      const resources = actions.get(action) ?? new Set<string>()
      actions.set(action, resources.add(resource))
    }
  }

  /** Whether the statement ever allowed an action and a resource that the patterns mean. */
  used(statement: JsonRecord, actionPattern: string, resourcePattern: string): boolean {
    for (const [action, resources] of this.#uses.get(statement) ?? []) {
      if (!matchesPattern(actionPattern.toLowerCase(), action.toLowerCase())) continue
      // A call can itself be on all of a kind: the stacks of one name, the streams of a table.
      for (const resource of resources)
        if (matchesPattern(resourcePattern, resource) || matchesPattern(resource, resourcePattern))
          return true
    }
    return false
  }
}
