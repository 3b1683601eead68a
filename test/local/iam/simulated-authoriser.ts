import {
  createValidatedPolicy,
  type ValidatedPolicy,
  validateIdentityPolicy,
  validateResourcePolicy,
} from '@cloud-copilot/iam-policy'
import { anonymousPrincipal, type RequestAnalysis, runSimulation } from '@cloud-copilot/iam-simulate'
import type { AuthorisationDecision, AuthorisationRequest, Authoriser } from '../../../lib/local/index.js'
import { withSingleValues } from './single-values.js'
import { onEverything } from './wildcard-only.js'

type Statement = AuthorisationRequest['identityStatements'][number]
type Validate = typeof validateIdentityPolicy
type PolicyDocument = object

/** Decisions kept at most. */
const MAX_KEPT = 20_000

/**
 * IAM's evaluation by a simulator of it, which knows AWS's service authorization reference: an action, a resource type
 * or a condition key that AWS does not have is an error, not a refusal.
 */
export function simulatedAuthoriser(): Authoriser {
  const policies = new Policies()
  const kept = new Map<string, Promise<AuthorisationDecision>>()
  return {
    authorise: (request) => {
      const key = policies.keyOf(request)
      const known = kept.get(key)
      if (known !== undefined) return known
      if (kept.size >= MAX_KEPT) kept.clear()
      const decision = evaluate(request, policies)
      kept.set(key, decision)
      return decision
    },
  }
}

async function evaluate(request: AuthorisationRequest, policies: Policies): Promise<AuthorisationDecision> {
  const { action, resource, accountId, identityStatements, resourceStatements } = request
  const single = singleValued(request)
  const wide = await onEverything(action, resource)
  const policyOf = (statements: readonly Statement[], validate: Validate): PolicyDocument =>
    wide === undefined
      ? policies.of(statements, single, validate)
      : policyDocument(wide.resourceOf(withSingleValues(statements, single)))
  const result = await runSimulation(
    {
      request: {
        principal: principalOf(request),
        action,
        resource: { resource: wide?.resource ?? resource, accountId },
        contextVariables: contextOf(request),
      },
      identityPolicies:
        identityStatements.length === 0
          ? []
          : [{ name: 'identity', policy: policyOf(identityStatements, validateIdentityPolicy) }],
      resourcePolicy:
        resourceStatements.length === 0 ? undefined : policyOf(resourceStatements, validateResourcePolicy),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  )
  const asked = `${action} on ${resource}`
  if (result.resultType === 'error') throw new Error(`${asked}: ${JSON.stringify(result.errors)}`)
  const results = result.resultType === 'single' ? [result.result] : result.results
  const ignored = results.flatMap(({ ignoredContextKeys = [] }) => ignoredContextKeys)
  if (ignored.length > 0) throw new Error(`AWS does not supply ${ignored.join(', ')} for ${asked}`)
  const analyses = results.map(({ analysis }) => analysis)
  const matching = (kind: 'allowStatements' | 'denyStatements'): Statement[] =>
    analyses.flatMap((analysis) => matched(request, analysis, kind))
  if (result.overallResult === 'Allowed') return { allowed: true, allowedBy: matching('allowStatements') }
  const reason = result.overallResult === 'ExplicitlyDenied' ? 'explicit-deny' : 'implicit-deny'
  return { allowed: false, reason, allowedBy: [], deniedBy: matching('denyStatements') }
}

function principalOf({ principal }: AuthorisationRequest): string | typeof anonymousPrincipal {
  switch (principal.kind) {
    case 'anonymous':
      return anonymousPrincipal
    case 'service':
      return principal.name
    default:
      return principal.arn
  }
}

function contextOf({ context }: AuthorisationRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      typeof value === 'string' ? withoutLineEnds(value) : value.map(withoutLineEnds),
    ]),
  )
}

/** The simulator's `*` stops at the end of a line, AWS's does not. No policy here names one. */
function withoutLineEnds(value: string): string {
  return value.replace(/[\n\r\u2028\u2029]/g, '\uFFFC')
}

/** Sids are unique within one policy, and these statements come from several. */
function policyDocument(statements: readonly Statement[]): PolicyDocument {
  return { Version: '2012-10-17', Statement: statements.map(({ Sid: _sid, ...statement }) => statement) }
}

function singleValued({ context }: AuthorisationRequest): readonly string[] {
  return Object.entries(context)
    .filter(([, value]) => typeof value !== 'string' && value.length === 1)
    .map(([key]) => key.toLowerCase())
    .sort()
}

function matched(
  { identityStatements, resourceStatements }: AuthorisationRequest,
  { identityAnalysis, resourceAnalysis }: RequestAnalysis,
  kind: 'allowStatements' | 'denyStatements',
): Statement[] {
  const given = [
    [identityAnalysis, identityStatements],
    [resourceAnalysis, resourceStatements],
  ] as const
  // The simulator counts from 1.
  return given.flatMap(([analysis, statements]) =>
    (analysis?.[kind] ?? []).flatMap(({ statement }): readonly Statement[] => {
      const own = statements[statement.index() - 1]
      return own === undefined ? [] : [own]
    }),
  )
}

/** Validates each policy once: lists of statements are known again by identity. */
class Policies {
  readonly #validated = new WeakMap<readonly Statement[], Map<string, ValidatedPolicy<{ name: string }>>>()
  readonly #ids = new WeakMap<readonly Statement[], number>()
  readonly #conditionKeys = new WeakMap<readonly Statement[], ReadonlySet<string> | 'all'>()
  #lastId = 0

  /** @param single keys of which the request has a list of one value */
  of(
    statements: readonly Statement[],
    single: readonly string[],
    validate: Validate,
  ): ValidatedPolicy<{ name: string }> {
    const variants = this.#validated.get(statements) ?? new Map<string, ValidatedPolicy<{ name: string }>>()
    this.#validated.set(statements, variants)
    const variant = single.join()
    const known = variants.get(variant)
    if (known !== undefined) return known
    const document = policyDocument(withSingleValues(statements, single))
    const validated = createValidatedPolicy(document, validate, { name: 'policy' })
    variants.set(variant, validated)
    return validated
  }

  /** Requests of one key get one decision: only those condition keys count that a policy looks at. */
  keyOf({
    principal,
    action,
    resource,
    context,
    identityStatements,
    resourceStatements,
  }: AuthorisationRequest) {
    const lists = [identityStatements, resourceStatements]
    const read = lists.map((statements) => this.#keysIn(statements))
    const counts = (key: string): boolean =>
      read.some((keys) => keys === 'all' || keys.has(key.toLowerCase()))
    const relevant = Object.entries(context).filter(([key]) => counts(key))
    return JSON.stringify([principal, action, resource, lists.map((list) => this.#idOf(list)), relevant])
  }

  #idOf(statements: readonly Statement[]): number {
    const known = this.#ids.get(statements)
    if (known !== undefined) return known
    this.#lastId += 1
    this.#ids.set(statements, this.#lastId)
    return this.#lastId
  }

  /** A policy variable can stand for any key. */
  #keysIn(statements: readonly Statement[]): ReadonlySet<string> | 'all' {
    const known = this.#conditionKeys.get(statements)
    if (known !== undefined) return known
    const operators = statements.flatMap(({ Condition }) => Object.values(Condition ?? {}))
    const keys = new Set(
      operators.flatMap((operator) => Object.keys(operator ?? {})).map((key) => key.toLowerCase()),
    )
    const found = JSON.stringify(statements).includes('${') ? 'all' : keys
    this.#conditionKeys.set(statements, found)
    return found
  }
}
