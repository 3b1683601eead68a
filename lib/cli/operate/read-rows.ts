import type { OutboxStore, StoredRow } from '../../store/outbox-store.js'
import { keyText, type RowKey } from '../../store/row-key.js'
import { CliError } from './cli-error.js'

/** An answer has at most 16 MB: the rest is asked for again. */
const MAX_CALLS = 40

/**
 * The rows by `keyText`, by consistent reads; what is gone is absent.
 *
 * @throws CliError when DynamoDB leaves some unprocessed again and again
 * @throws the SDK's error
 */
export async function readRows(
  store: OutboxStore,
  keys: readonly RowKey[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>()
  let open = keys
  for (let call = 0; call < MAX_CALLS && open.length > 0; call += 1) {
    const read = await store.read(open)
    for (const [key, row] of read.rows) rows.set(key, row)
    open = open.filter((key) => read.unread.has(keyText(key)))
  }
  if (open.length > 0)
    throw new CliError(`DynamoDB did not give ${open.length} rows: it is throttled. Try again later`)
  return rows
}
