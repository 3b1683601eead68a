import type { JsonRecord } from '../record.js'

/** The policies of the template, as data: who holds which statements. */
export class PolicyRegistry {
  readonly #roleStatements = new Map<string, JsonRecord[]>()
  readonly #resourceStatements = new Map<string, JsonRecord[]>()

  addToRole(roleName: string, statements: readonly JsonRecord[]): void {
    append(this.#roleStatements, roleName, statements)
  }

  /** @param resource what the policy is attached to: a queue's URL, a bus's name, a function's name or ARN */
  addToResource(resource: string, statements: readonly JsonRecord[]): void {
    append(this.#resourceStatements, resource, statements)
  }

  /** Identity-based statements, by the role's name or ARN. */
  statementsOfRole(roleNameOrArn: string): readonly JsonRecord[] {
    return this.#roleStatements.get(roleNameOrArn.slice(roleNameOrArn.lastIndexOf('/') + 1)) ?? []
  }

  /** Resource-based statements. */
  statementsOfResource(resource: string): readonly JsonRecord[] {
    return this.#resourceStatements.get(resource) ?? []
  }
}

function append(statements: Map<string, JsonRecord[]>, key: string, added: readonly JsonRecord[]): void {
  statements.set(key, [...(statements.get(key) ?? []), ...added])
}
