import type { JsonRecord } from '../record.js'
import { awsManagedPolicy } from './aws-managed-policies.js'

const NONE: readonly JsonRecord[] = []

/** The policies of the templates, as data: who holds which statements, and which resource has which. */
export class PolicyRegistry {
  readonly #roles = new Map<string, readonly JsonRecord[]>()
  readonly #resources = new Map<string, readonly JsonRecord[]>()
  /** Customer managed policies, by ARN. */
  readonly #managed = new Map<string, readonly JsonRecord[]>()

  /** The role exists, with or without statements. */
  addRole(roleName: string): void {
    append(this.#roles, roleName, NONE)
  }

  addToRole(roleName: string, statements: readonly JsonRecord[]): void {
    append(this.#roles, roleName, statements)
  }

  /** @param resourceArn of a queue, bus, bucket, function, table, stream; of a role for its trust policy */
  addToResource(resourceArn: string, statements: readonly JsonRecord[]): void {
    append(this.#resources, resourceArn, statements)
  }

  addManagedPolicy(policyArn: string, statements: readonly JsonRecord[]): void {
    this.#managed.set(policyArn, statements)
  }

  /** False when neither the templates nor the local cloud's own list have the policy: then it grants nothing. */
  attachManagedPolicy(roleName: string, policyArn: string): boolean {
    const statements = this.#managed.get(policyArn) ?? awsManagedPolicy(policyArn)
    if (statements !== undefined) append(this.#roles, roleName, statements)
    return statements !== undefined
  }

  hasRole(roleNameOrArn: string): boolean {
    return this.#roles.has(nameOf(roleNameOrArn))
  }

  /** Identity-based statements, by the role's name or ARN. The same list until one is added. */
  statementsOfRole(roleNameOrArn: string): readonly JsonRecord[] {
    return this.#roles.get(nameOf(roleNameOrArn)) ?? NONE
  }

  /** Resource-based statements. The same list until one is added. */
  statementsOfResource(resourceArn: string): readonly JsonRecord[] {
    return this.#resources.get(resourceArn) ?? NONE
  }

  /** By role name. */
  get roles(): ReadonlyMap<string, readonly JsonRecord[]> {
    return this.#roles
  }

  /** By ARN. */
  get resources(): ReadonlyMap<string, readonly JsonRecord[]> {
    return this.#resources
  }
}

/** The path of a role is no part of its name: `arn:aws:iam::123456789012:role/path/name`. */
function nameOf(roleNameOrArn: string): string {
  return roleNameOrArn.slice(roleNameOrArn.lastIndexOf('/') + 1)
}

function append(lists: Map<string, readonly JsonRecord[]>, key: string, added: readonly JsonRecord[]): void {
  lists.set(key, [...(lists.get(key) ?? NONE), ...added])
}
