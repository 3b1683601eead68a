import { AwsError } from '../aws-error.js'
import type { Caller } from '../caller.js'
import type { GatewayRequest } from '../gateway/gateway-message.js'
import type { JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import { accessDenied } from './access-denied.js'
import type { AuthorisationCheck } from './authorisation-check.js'
import type { AuthorisationDecision, AuthorisationRequest, Authoriser } from './authoriser.js'
import { callerContext } from './caller-context.js'
import type { GrantLog } from './grant-log.js'
import type { PolicyRegistry } from './policy-registry.js'
import { principalName, principalOf } from './principal-of.js'
import { isElementwise } from './requests/element-permission.js'
import { PERMISSIONS } from './requests/permissions.js'
import type { RequestedAction, RequestScope } from './requests/requested-action.js'

export interface AccessControlOptions extends Omit<RequestScope, 'request'> {
  readonly authoriser: Authoriser
  readonly policies: PolicyRegistry
  readonly grants: GrantLog
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The policy of an event bus can change at any time, so EventBridge is asked for it. */
  readonly busStatements: (busArn: string) => Promise<readonly JsonRecord[]>
}

export interface Judgement {
  readonly request: AuthorisationRequest
  readonly decision: AuthorisationDecision
  /** What the caller is told when it is refused. */
  readonly refusal: () => AwsError
}

const NONE: readonly JsonRecord[] = []

/** The outside world is the account's administrator: only a resource's own policy can stop it. */
const ADMINISTRATOR: readonly JsonRecord[] = [{ Effect: 'Allow', Action: '*', Resource: '*' }]

const ALLOWED: AuthorisationDecision = { allowed: true, allowedBy: [] }

/** Asks the authoriser about each call: with which permissions, as whom, under which policies and condition keys. */
export class AccessControl {
  readonly options: AccessControlOptions

  constructor(options: AccessControlOptions) {
    this.options = options
  }

  /**
   * For each call that comes in.
   * @throws AwsError AccessDeniedException, in the form of the call's service; UnknownOperationException for an
   * operation of which nobody wrote down which permissions it needs; ValidationException for one that names no
   * resource
   */
  readonly authoriseCall = async (call: ApiCall, request: GatewayRequest): Promise<void> => {
    const { service, operation, caller, input, region } = call
    // Judged where the answer can say which elements are refused.
    if (isElementwise(service, operation)) return
    const permissions = PERMISSIONS[service] ?? {}
    // The name comes from the request: `constructor` is no operation.
    const permissionsOf = Object.hasOwn(permissions, operation) ? permissions[operation] : undefined
    if (permissionsOf === undefined) {
      throw new AwsError(
        'UnknownOperationException',
        `The local cloud does not emulate the operation ${operation} of ${service} under IAM: it does not know which permissions that needs.`,
      )
    }
    const actions = await permissionsOf(input, { ...this.options, request })
    assertResources(call, actions)
    for (const action of actions) await this.authorise({ ...action, caller }, region)
  }

  /** @throws AwsError AccessDeniedException */
  readonly authorise = async (check: AuthorisationCheck, region?: string): Promise<void> => {
    const { decision, refusal } = await this.judge(check, region)
    if (!decision.allowed) throw refusal()
  }

  /** @param region where the call was sent to. @default - the local cloud's own */
  async judge(check: AuthorisationCheck, region?: string): Promise<Judgement> {
    await this.#assumeRole(check.caller)
    const request = await this.#requestOf(check, region)
    const decision = await this.evaluate(request)
    if (decision.allowed) this.options.grants.record(decision.allowedBy, check.action, check.resource)
    return { request, decision, refusal: () => this.#refusal(check.caller, request, decision) }
  }

  /** Without a Deny in the resource's policy an administrator may do everything: no engine has to say so. */
  evaluate(request: AuthorisationRequest): Promise<AuthorisationDecision> {
    const { principal, resourceStatements } = request
    const denies = (statement: JsonRecord): boolean => statement['Effect'] === 'Deny'
    if (principal.kind === 'user' && !resourceStatements.some(denies)) return Promise.resolve(ALLOWED)
    return this.options.authoriser.authorise(request)
  }

  /** A service that calls as a role must be trusted by that role. */
  async #assumeRole(caller: Caller): Promise<void> {
    const { kind, name, roleArn, sourceArn } = caller
    if (kind !== 'service' || roleArn === undefined || roleArn === '') return
    const service: Caller = { kind, name, ...(sourceArn === undefined ? {} : { sourceArn }) }
    await this.authorise({ caller: service, action: 'sts:AssumeRole', resource: roleArn })
  }

  async #requestOf(check: AuthorisationCheck, region?: string): Promise<AuthorisationRequest> {
    const { policies, arns, now } = this.options
    const { accountId } = arns
    const { caller, action, resource, context } = check
    const principal = principalOf(caller, accountId)
    const identity = { user: ADMINISTRATOR, service: NONE, anonymous: NONE }
    return {
      principal,
      action,
      resource,
      accountId,
      context: {
        ...callerContext(caller, principal, { accountId, region: region ?? arns.region, now: now() }),
        ...context,
      },
      identityStatements:
        principal.kind === 'role' ? policies.statementsOfRole(principal.arn) : identity[principal.kind],
      resourceStatements: await this.#resourceStatements(resource),
    }
  }

  async #resourceStatements(resource: string): Promise<readonly JsonRecord[]> {
    const owner = policyOwner(resource)
    if (owner.includes(':event-bus/')) return this.options.busStatements(owner)
    return this.options.policies.statementsOfResource(owner)
  }

  #refusal(caller: Caller, request: AuthorisationRequest, decision: AuthorisationDecision): AwsError {
    const name = principalName(caller, request.principal, this.options.arns.accountId)
    return accessDenied(name, request, decision)
  }
}

/**
 * A request without the name of what it is about: there is nothing that IAM could be asked about.
 * @throws AwsError ValidationException; of SQS MissingParameter
 */
function assertResources({ service, operation }: ApiCall, actions: readonly RequestedAction[]): void {
  if (actions.every(({ resource }) => resource !== '' && !/[:/]$/.test(resource))) return
  throw new AwsError(
    service === 'sqs' ? 'MissingParameter' : 'ValidationException',
    `The request ${operation} of ${service} names no resource.`,
  )
}

/** Objects have the policy of their bucket, indexes that of their table. */
function policyOwner(resource: string): string {
  if (resource.startsWith('arn:aws:s3:::')) return resource.replace(/\/.*$/s, '')
  return resource.replace(/\/index\/.*$/, '')
}
