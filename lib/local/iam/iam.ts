import type { RunningResource } from '../assembly/running-stack.js'
import type { Clock } from '../clock.js'
import type { Backend } from '../gateway/backend.js'
import type { GatewayRequest } from '../gateway/gateway-message.js'
import type { JsonRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import type { ApiCall, Service } from '../service.js'
import type { SpyLog } from '../spy-log.js'
import { AccessControl } from './access-control.js'
import type { AuthorisationCheck } from './authorisation-check.js'
import type { Authoriser } from './authoriser.js'
import { BusPolicies } from './bus-policies.js'
import { GrantLog } from './grant-log.js'
import { type Grant, grantsOf } from './grants.js'
import { guardedBackend } from './guarded-backend.js'
import { mappedFunction } from './mapped-function.js'
import { policyProviders } from './policy-providers.js'
import { PolicyRegistry } from './policy-registry.js'
import { TableKeysCache } from './requests/dynamodb/table-keys.js'
import { ResourceArns } from './resource-arns.js'
import { resourcePolicyProviders } from './resource-policy-providers.js'
import { roleProvider } from './role-provider.js'

export interface IamOptions {
  /** Absent: policies are kept, and everybody may do everything. */
  readonly authoriser?: Authoriser
  readonly region: string
  readonly accountId: string
  readonly clock: Clock
  readonly spies: Pick<SpyLog, 'warn'>
  /** What DescribeTable calls `Table`. */
  readonly describeTable: (tableName: string) => Promise<JsonRecord | undefined>
  /** Made later than this. */
  readonly events: () => Service
  readonly lambda: () => Service
}

/** Roles and policies, and whether they let a caller do what it asks for. */
export interface Iam {
  readonly policies: PolicyRegistry
  readonly providers: readonly ResourceProvider[]
  /** @throws AwsError AccessDeniedException */
  readonly authorise: (check: AuthorisationCheck) => Promise<void>
  /** @throws AwsError AccessDeniedException */
  readonly authoriseCall: (call: ApiCall, request: GatewayRequest) => Promise<void>
  readonly guard: (backend: Backend) => Backend
  readonly grants: (resources: readonly RunningResource[]) => readonly Grant[]
}

/** Operations after which a table's keys may be others. */
const CHANGES_TABLES: ReadonlySet<string> = new Set(['CreateTable', 'DeleteTable', 'UpdateTable'])

export function createIam(options: IamOptions): Iam {
  const { authoriser, region, accountId, clock, spies, describeTable, events, lambda } = options
  const arns = new ResourceArns(region, accountId)
  const policies = new PolicyRegistry()
  const log = new GrantLog()
  const kept = {
    policies,
    providers: [
      roleProvider(policies, accountId, spies),
      ...policyProviders(policies, accountId),
      ...resourcePolicyProviders(policies, arns),
    ],
    grants: (resources: readonly RunningResource[]) => grantsOf(policies, log, resources),
  }
  if (authoriser === undefined) {
    const everybodyMay = async (): Promise<void> => undefined
    return { ...kept, authorise: everybodyMay, authoriseCall: everybodyMay, guard: (backend) => backend }
  }
  const tables = new TableKeysCache(describeTable)
  const buses = new BusPolicies(events)
  const access = new AccessControl({
    authoriser,
    policies,
    grants: log,
    arns,
    now: () => clock.now(),
    tableKeys: tables.of,
    mappedFunction: (uuid) => mappedFunction(lambda(), uuid),
    busStatements: buses.statementsOf,
  })
  return {
    ...kept,
    authorise: (check) => access.authorise(check),
    authoriseCall: async (call, request) => {
      if (call.service === 'dynamodb' && CHANGES_TABLES.has(call.operation)) tables.forget()
      await access.authoriseCall(call, request)
    },
    guard: (backend) => guardedBackend(backend, access),
  }
}
