/** The limits of AWS that the project must respect, each with the page that says so. Bytes are UTF-8 bytes. */

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
export const TRANSACTION_MAX_ACTIONS = 100
export const TRANSACTION_MAX_BYTES: number = 4 * 1024 * 1024

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
export const ITEM_MAX_BYTES: number = 400 * 1024
export const PARTITION_KEY_MAX_BYTES = 2048
export const SORT_KEY_MAX_BYTES = 1024

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
export const BATCH_GET_MAX_KEYS = 100

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html
export const BATCH_STATEMENT_MAX = 25

// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
export const PUT_EVENTS_MAX_ENTRIES = 10
/** "The total entry size must be less than 1MB." Whether a MB is 1,000,000 or 1,048,576 bytes is not said. */
export const PUT_EVENTS_MAX_BYTES = 1_000_000

// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html
export const SOURCE_MAX_CHARACTERS = 256
/** Sources of AWS's own events; in any case, for whoever writes `AWS.` means the same. */
export const RESERVED_SOURCE: RegExp = /^aws\./i
export const DETAIL_TYPE_MAX_CHARACTERS = 128
export const TRACE_HEADER_MAX_CHARACTERS = 500
export const DETAIL_MAX_DEPTH = 1000

/** Default of `maxEventBytes`: the 400 KB item is the real bound, this leaves room for its other attributes. */
export const DEFAULT_MAX_EVENT_BYTES = 390_000
