import { OWNERS } from '../../store/layout.js'
import type { OutboxStore } from '../../store/outbox-store.js'
import type { IndexEntry, OwnerIndex } from '../../store/owner-index.js'
import { keyText, rowIdentity } from '../../store/row-key.js'
import { SHARD_NAMES, shardKey, shardOf } from '../../store/shard.js'
import type { AggregateName } from './aggregate-argument.js'
import { datedEntries, type Partition } from './dated-entries.js'
import { readRows } from './read-rows.js'
import { type SelectedRow, selectedRow } from './selected-row.js'
import type { Selection } from './selection.js'

/** Rows that are read at once. */
const CHUNK = 50

export interface SelectOptions {
  readonly index: OwnerIndex
  readonly store: OutboxStore
  readonly region: string
  /** Entries of the index that are looked at; the rest is told by `onCut`. */
  readonly maxLookedAt: number
  readonly onCut: () => void
}

/**
 * The rows that fit, oldest first, found by the index and read consistently: those that have another owner by now are left
 * out.
 *
 * @throws CliError, the SDK's error
 */
export async function* selectRows(
  selection: Selection,
  { index, store, region, maxLookedAt, onCut }: SelectOptions,
): AsyncGenerator<SelectedRow> {
  let lookedAt = 0
  let chunk: IndexEntry[] = []
  for await (const entry of datedEntries(index, partitionsOf(selection, region), onCut)) {
    if (lookedAt >= maxLookedAt) {
      onCut()
      break
    }
    lookedAt += 1
    if (!isOfAggregate(entry, selection.aggregate)) continue
    chunk.push(entry)
    if (chunk.length < CHUNK) continue
    yield* fitting(chunk, selection, store)
    chunk = []
  }
  yield* fitting(chunk, selection, store)
}

/** All events of an aggregate share a shard. */
function partitionsOf({ owners, aggregate }: Selection, region: string): readonly Partition[] {
  const names =
    aggregate === undefined ? SHARD_NAMES : [shardOf(aggregate.aggregateType, aggregate.aggregateId)]
  return owners.flatMap((owner) => names.map((name) => ({ owner, shard: shardKey(owner, region, name) })))
}

function isOfAggregate({ key }: IndexEntry, aggregate: AggregateName | undefined): boolean {
  const identity = rowIdentity(key)
  if (identity === undefined || aggregate === undefined) return identity !== undefined
  return identity.aggregateType === aggregate.aggregateType && identity.aggregateId === aggregate.aggregateId
}

async function* fitting(
  entries: readonly IndexEntry[],
  { owners, type, error }: Selection,
  store: OutboxStore,
): AsyncGenerator<SelectedRow> {
  const items = await readRows(
    store,
    entries.map(({ key }) => key),
  )
  for (const { key } of entries) {
    const item = items.get(keyText(key))
    const row = item === undefined ? undefined : selectedRow(key, item)
    if (row === undefined) continue
    const owner = OWNERS.find((letter) => row.shard?.startsWith(`${letter}#`))
    if (owner === undefined || !owners.includes(owner)) continue
    if (type !== undefined && row.type !== type) continue
    if (error !== undefined && row.errorCode !== error) continue
    yield row
  }
}
