import type { JsonRecord } from '../record.js'
import { matchesPattern } from './matches-pattern.js'
import { policyTexts } from './policy-texts.js'

/** Which of a statement's own patterns ever allowed a call: as many as the statement has, however many calls there are. */
export class GrantLog {
  /** By statement, the pairs of an action's and a resource's pattern; gone with the statement. */
  readonly #uses = new WeakMap<JsonRecord, Set<string>>()

  record(statements: readonly JsonRecord[], action: string, resource: string): void {
    for (const statement of statements) {
      const used = this.#uses.get(statement) ?? new Set<string>()
      this.#uses.set(statement, used)
      const resources = policyTexts(statement['Resource']).filter((pattern) => meets(pattern, resource))
      for (const pattern of policyTexts(statement['Action'])) {
        if (!matchesPattern(pattern.toLowerCase(), action.toLowerCase())) continue
        for (const one of resources) used.add(pairOf(pattern, one))
      }
    }
  }

  /** Whether the statement ever allowed a call by these two of its patterns. */
  used(statement: JsonRecord, actionPattern: string, resourcePattern: string): boolean {
    return this.#uses.get(statement)?.has(pairOf(actionPattern, resourcePattern)) === true
  }
}

/** A call can itself be on all of a kind: the stacks of one name, the streams of a table. */
function meets(pattern: string, resource: string): boolean {
  return matchesPattern(pattern, resource) || matchesPattern(resource, pattern)
}

function pairOf(action: string, resource: string): string {
  return JSON.stringify([action, resource])
}
