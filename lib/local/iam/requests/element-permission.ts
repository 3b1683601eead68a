import { isRecord, type JsonRecord } from '../../record.js'
import { partiqlPermission } from './dynamodb/partiql-permission.js'
import { optionalText, type RequestedAction, type RequestScope } from './requested-action.js'

/** An operation whose elements are judged one by one, because its answer says of each whether it was refused. */
export interface Elementwise {
  /** The member of the input with the elements. */
  readonly member: string
  readonly permissionOf: (
    element: JsonRecord,
    scope: RequestScope,
  ) => RequestedAction | Promise<RequestedAction>
}

const ELEMENTWISE: Readonly<Record<string, Elementwise>> = {
  'dynamodb BatchExecuteStatement': {
    member: 'Statements',
    permissionOf: (statement, scope) => partiqlPermission(statement, scope),
  },
  'events PutEvents': { member: 'Entries', permissionOf: putEventsPermission },
}

export function elementwise(service: string, operation: string): Elementwise | undefined {
  return ELEMENTWISE[`${service} ${operation}`]
}

export function isElementwise(service: string, operation: string): boolean {
  return elementwise(service, operation) !== undefined
}

export function elementsOf({ member }: Elementwise, input: JsonRecord): readonly JsonRecord[] {
  const elements = input[member]
  return Array.isArray(elements) ? elements.map((element) => (isRecord(element) ? element : {})) : []
}

/**
 * The keys have the type of lists, although each entry has one source and one detail type.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-conditions.html
 */
function putEventsPermission(entry: JsonRecord, { arns }: RequestScope): RequestedAction {
  const source = optionalText(entry, 'Source')
  const detailType = optionalText(entry, 'DetailType')
  return {
    action: 'events:PutEvents',
    resource: arns.eventBus(optionalText(entry, 'EventBusName')),
    context: {
      ...(source === undefined ? {} : { 'events:source': [source] }),
      ...(detailType === undefined ? {} : { 'events:detail-type': [detailType] }),
      'events:eventBusInvocation': 'false',
    },
  }
}
