import { isRecord, type JsonRecord } from '../../../record.js'
import type { ConditionContext } from '../../caller-context.js'
import { expressionNames } from './expression-names.js'

/** What a request for items says, as DynamoDB's condition keys have it. */
export interface ItemRequest {
  /** Values of partition keys; empty for a request that names none. */
  readonly leadingKeys?: readonly unknown[]
  readonly attributes?: readonly string[]
  /** The transaction around it. */
  readonly enclosingOperation?: string
  readonly select?: string
  readonly returnValues?: unknown
  readonly returnConsumedCapacity?: unknown
}

/**
 * A key without a value is absent.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function itemContext(request: ItemRequest): ConditionContext {
  const leadingKeys = [...new Set((request.leadingKeys ?? []).flatMap(keyText))]
  const attributes = [...new Set(request.attributes ?? [])]
  const single = {
    'dynamodb:EnclosingOperation': request.enclosingOperation,
    'dynamodb:Select': request.select,
    'dynamodb:ReturnValues': request.returnValues,
    'dynamodb:ReturnConsumedCapacity': request.returnConsumedCapacity,
  }
  return {
    ...(leadingKeys.length === 0 ? {} : { 'dynamodb:LeadingKeys': leadingKeys }),
    ...(attributes.length === 0 ? {} : { 'dynamodb:Attributes': attributes }),
    ...Object.fromEntries(
      Object.entries(single).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
  }
}

/** Members of an operation's input whose names are attributes'. */
const MAPS = ['Key', 'Item', 'Expected', 'AttributeUpdates', 'KeyConditions', 'QueryFilter', 'ScanFilter']

const EXPRESSIONS = [
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
  'ConditionExpression',
  'UpdateExpression',
]

/** The names of all attributes that a request mentions. */
export function mentionedAttributes(input: JsonRecord): readonly string[] {
  const toGet = input['AttributesToGet']
  return [
    ...(Array.isArray(toGet) ? toGet.map(String) : []),
    ...MAPS.flatMap((member) => Object.keys(record(input[member]))),
    ...EXPRESSIONS.flatMap((member) => expressionNames(input[member], input['ExpressionAttributeNames'])),
  ]
}

/**
 * What `Select` is when a request does not say: AWS's reference of Query gives these defaults, and a projection is
 * `SPECIFIC_ATTRIBUTES`.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
 */
export function selectOf(input: JsonRecord): string {
  if (input['Select'] !== undefined) return String(input['Select'])
  if (input['ProjectionExpression'] !== undefined || input['AttributesToGet'] !== undefined)
    return 'SPECIFIC_ATTRIBUTES'
  return input['IndexName'] === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}

export function record(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** A key's value as text: a string or number as it is, bytes in base64. */
function keyText(value: unknown): readonly string[] {
  if (!isRecord(value)) return []
  const [first] = Object.values(value)
  return first === undefined ? [] : [String(first)]
}
