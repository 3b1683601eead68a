import { isRecord, type JsonRecord } from './record.js'
import type { ApiCall } from './service.js'

/** The members of inputs that name what a call is about. */
const NAME_MEMBERS = [
  'TableName',
  'StreamArn',
  'ShardIterator',
  'QueueUrl',
  'QueueName',
  'EventBusName',
  'FunctionName',
  'Bucket',
] as const

/** A table in PartiQL: `FROM "orders"."index"`, `UPDATE orders`, `INSERT INTO 'orders'`. */
const PARTIQL_TABLE = /\b(?:from|update|into)\s+(?:["']([^"']+)["']|([\w-]+))/i

/** The names of the tables, queues, buses, functions and buckets that a call is about; none for most others. */
export function callResources({
  service,
  operation,
  input,
}: Pick<ApiCall, 'service' | 'operation' | 'input'>): readonly string[] {
  const names = new Set<string>()
  addNames(input, names)
  // The bus itself: `CreateEventBus`, `DescribeEventBus` and `DeleteEventBus` call it Name.
  if (service === 'events' && operation.endsWith('EventBus')) add(input['Name'] ?? 'default', names)
  for (const entry of parts(input)) {
    addNames(entry, names)
    for (const action of Object.values(entry)) if (isRecord(action)) addNames(action, names)
    if (operation === 'PutEvents') add(entry['EventBusName'] ?? 'default', names)
  }
  if (isRecord(input['RequestItems']))
    for (const table of Object.keys(input['RequestItems'])) add(table, names)
  return [...names]
}

function parts(input: JsonRecord): readonly JsonRecord[] {
  return ['Entries', 'TransactItems', 'TransactStatements', 'Statements'].flatMap((member) => {
    const list = input[member]
    return Array.isArray(list) ? list.filter(isRecord) : []
  })
}

function addNames(input: JsonRecord, names: Set<string>): void {
  for (const member of NAME_MEMBERS) add(input[member], names)
  const statement = input['Statement']
  if (typeof statement !== 'string') return
  const [, quoted, bare] = PARTIQL_TABLE.exec(statement) ?? []
  add(quoted ?? bare, names)
}

function add(name: unknown, names: Set<string>): void {
  if (typeof name === 'string') names.add(resourceName(name))
}

/** The bare name within an ARN or a queue's URL; any other text as it is. */
export function resourceName(arnOrUrlOrName: string): string {
  const table = /:table\/([^/|]+)/.exec(arnOrUrlOrName)?.[1]
  if (table !== undefined) return table
  if (/^https?:\/\//.test(arnOrUrlOrName)) return arnOrUrlOrName.slice(arnOrUrlOrName.lastIndexOf('/') + 1)
  if (!arnOrUrlOrName.startsWith('arn:')) return arnOrUrlOrName
  return arnOrUrlOrName.slice(Math.max(arnOrUrlOrName.lastIndexOf(':'), arnOrUrlOrName.lastIndexOf('/')) + 1)
}
