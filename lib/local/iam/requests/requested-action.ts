import type { GatewayRequest } from '../../gateway/gateway-message.js'
import type { JsonRecord } from '../../record.js'
import type { ConditionContext } from '../caller-context.js'
import type { ResourceArns } from '../resource-arns.js'
import type { TableKeys } from './dynamodb/table-keys.js'

/** One permission that a call needs. */
export interface RequestedAction {
  /** `dynamodb:PutItem` */
  readonly action: string
  /** An ARN; `*` for an action without a resource. */
  readonly resource: string
  readonly context?: ConditionContext
}

/** What is known beside a call's input. */
export interface RequestScope {
  /** What of a request does not stand in its input: query, headers, an XML body. */
  readonly request: GatewayRequest
  readonly arns: ResourceArns
  /** Undefined when there is no such table. */
  readonly tableKeys: (tableName: string) => Promise<TableKeys | undefined>
  /** The ARN of the function that a mapping invokes. */
  readonly mappedFunction: (uuid: string) => Promise<string | undefined>
}

/** The permissions that an operation needs: all of them. None: everybody may. */
export type PermissionsOf = (
  input: JsonRecord,
  scope: RequestScope,
) => readonly RequestedAction[] | Promise<readonly RequestedAction[]>

/** A service's operations by name. */
export type Permissions = Readonly<Record<string, PermissionsOf>>

/** A member of the input as text; empty when it is absent. */
export function text(input: JsonRecord, member: string): string {
  const value = input[member]
  return value === undefined || value === null ? '' : String(value)
}

/** A member of the input as text; undefined when it is absent or empty. */
export function optionalText(input: JsonRecord, member: string): string | undefined {
  const value = text(input, member)
  return value === '' ? undefined : value
}
