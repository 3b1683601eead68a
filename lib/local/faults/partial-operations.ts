import { isRecord, type JsonRecord } from '../record.js'

/** How one entry of a batch is told to have failed. */
export interface EntryFailure {
  readonly code?: string
  readonly message?: string
}

/** An operation that answers entry by entry. */
export interface PartialOperation {
  /** The entries, in their order. */
  readonly entries: (input: JsonRecord) => readonly JsonRecord[]
  /** The same input with the entries at these places only. */
  readonly keep: (input: JsonRecord, places: ReadonlySet<number>) => JsonRecord
  /**
   * The answer of the whole batch.
   * @param output of the entries that went through; of none when all fail
   */
  readonly answer: (
    input: JsonRecord,
    output: JsonRecord,
    failed: ReadonlySet<number>,
    failure: EntryFailure,
  ) => JsonRecord
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html */
export const PUT_EVENTS_ENTRY_CODES: readonly string[] = [
  'InternalFailure',
  'ThrottlingException',
  'AccessDeniedException',
  'InvalidAccountIdException',
  'InvalidArgument',
  'MalformedDetail',
  'RedactionFailure',
  'NotAuthorizedForSourceException',
  'NotAuthorizedForDetailTypeException',
]

const putEvents: PartialOperation = {
  entries: ({ Entries: entries }) => records(entries),
  keep: (input, places) => ({ ...input, Entries: at(input['Entries'], places) }),
  answer: (input, output, failed, { code = 'InternalFailure', message = 'Internal failure.' }) => {
    const Entries = merged(records(input['Entries']), records(output['Entries']), failed, () => ({
      ErrorCode: code,
      ErrorMessage: message,
    }))
    return { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries }
  },
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_BatchResultErrorEntry.html */
const queueBatch: PartialOperation = {
  entries: ({ Entries: entries }) => records(entries),
  keep: (input, places) => ({ ...input, Entries: at(input['Entries'], places) }),
  answer: (input, output, failed, { code = 'InternalError', message = 'Internal error.' }) => ({
    ...output,
    Successful: records(output['Successful']),
    Failed: [
      ...records(output['Failed']),
      ...at(input['Entries'], failed).map(({ Id }) => ({
        Id,
        Code: code,
        Message: message,
        SenderFault: false,
      })),
    ],
  }),
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchStatementError.html */
const batchExecuteStatement: PartialOperation = {
  entries: ({ Statements: statements }) => records(statements),
  keep: (input, places) => ({ ...input, Statements: at(input['Statements'], places) }),
  answer: (input, output, failed, { code = 'InternalServerError', message = 'Internal server error.' }) => ({
    ...output,
    Responses: merged(records(input['Statements']), records(output['Responses']), failed, () => ({
      Error: { Code: code, Message: message },
    })),
  }),
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const batchWriteItem: PartialOperation = {
  entries: (input) => writes(input).map(([, write]) => write),
  keep: (input, places) => ({ ...input, RequestItems: byTable(writes(input), places) }),
  answer: (input, output, failed) => ({
    ...output,
    UnprocessedItems: joined(output['UnprocessedItems'], byTable(writes(input), failed)),
  }),
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const batchGetItem: PartialOperation = {
  entries: (input) => keys(input).map(([, key]) => key),
  keep: (input, places) => ({ ...input, RequestItems: withKeys(input, places) }),
  answer: (input, output, failed) => {
    const told = isRecord(output['UnprocessedKeys']) ? output['UnprocessedKeys'] : {}
    const added = withKeys(input, failed)
    const UnprocessedKeys = { ...told }
    for (const [table, request] of Object.entries(added)) {
      const before = told[table]
      const Keys = [...records(isRecord(before) ? before['Keys'] : []), ...records(request['Keys'])]
      UnprocessedKeys[table] = { ...request, Keys }
    }
    return { Responses: {}, ...output, UnprocessedKeys }
  },
}

/** By service and operation. */
export const PARTIAL_OPERATIONS: Readonly<Record<string, PartialOperation>> = {
  'events:PutEvents': putEvents,
  'sqs:SendMessageBatch': queueBatch,
  'sqs:DeleteMessageBatch': queueBatch,
  'sqs:ChangeMessageVisibilityBatch': queueBatch,
  'dynamodb:BatchExecuteStatement': batchExecuteStatement,
  'dynamodb:BatchWriteItem': batchWriteItem,
  'dynamodb:BatchGetItem': batchGetItem,
}

function records(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function at(list: unknown, places: ReadonlySet<number>): readonly JsonRecord[] {
  return records(list).filter((_entry, place) => places.has(place))
}

/** One result per entry, in the entries' order: what the service said, or the failure. */
function merged(
  entries: readonly JsonRecord[],
  results: readonly JsonRecord[],
  failed: ReadonlySet<number>,
  failure: () => JsonRecord,
): readonly JsonRecord[] {
  const left = [...results]
  return entries.map((_entry, place) => (failed.has(place) ? failure() : (left.shift() ?? {})))
}

type TableEntry = readonly [table: string, entry: JsonRecord]

function writes(input: JsonRecord): readonly TableEntry[] {
  return Object.entries(tables(input)).flatMap(([table, list]) =>
    records(list).map((write): TableEntry => [table, write]),
  )
}

function keys(input: JsonRecord): readonly TableEntry[] {
  return Object.entries(tables(input)).flatMap(([table, request]) =>
    records(isRecord(request) ? request['Keys'] : []).map((key): TableEntry => [table, key]),
  )
}

function tables({ RequestItems: items }: JsonRecord): JsonRecord {
  return isRecord(items) ? items : {}
}

function byTable(
  entries: readonly TableEntry[],
  places: ReadonlySet<number>,
): Record<string, readonly JsonRecord[]> {
  const grouped: Record<string, JsonRecord[]> = {}
  for (const [place, [table, entry]] of entries.entries()) {
    if (!places.has(place)) continue
    grouped[table] = [...(grouped[table] ?? []), entry]
  }
  return grouped
}

function joined(
  told: unknown,
  added: Readonly<Record<string, readonly JsonRecord[]>>,
): Record<string, readonly JsonRecord[]> {
  const all: Record<string, readonly JsonRecord[]> = {}
  for (const [table, list] of Object.entries(isRecord(told) ? told : {})) all[table] = records(list)
  for (const [table, list] of Object.entries(added)) all[table] = [...(all[table] ?? []), ...list]
  return all
}

/** Each table's request, with the keys at these places; without tables that have none. */
function withKeys(input: JsonRecord, places: ReadonlySet<number>): Record<string, JsonRecord> {
  const kept: Record<string, JsonRecord> = {}
  const chosen = byTable(keys(input), places)
  for (const [table, request] of Object.entries(tables(input))) {
    const Keys = chosen[table]
    if (Keys !== undefined && isRecord(request)) kept[table] = { ...request, Keys }
  }
  return kept
}
