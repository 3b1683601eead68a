import { OutboxStore } from '../../../store/outbox-store.js'
import { OwnerIndex } from '../../../store/owner-index.js'
import { keyText, type RowKey, rowKey } from '../../../store/row-key.js'
import type { AwsClients } from '../aws-clients.js'
import { findEntries } from '../find-entries.js'
import type { OutboxResources } from '../outbox-resources.js'
import { readRows } from '../read-rows.js'
import { selectRows } from '../select-rows.js'
import { type SelectedRow, selectedRow } from '../selected-row.js'
import type { RedriveOptions } from './redrive-options.js'

export interface ChosenDead {
  readonly rows: readonly SelectedRow[]
  /** Ids that were named and are not dead, or not there. */
  readonly missing: readonly string[]
}

/** The dead rows that the options choose, those that died first first. @throws CliError, the SDK's error */
export async function chooseDead(
  clients: AwsClients,
  outbox: OutboxResources,
  eventIds: readonly string[],
  { type, aggregate, error }: RedriveOptions,
): Promise<ChosenDead> {
  const store = new OutboxStore(clients.documents, outbox)
  if (eventIds.length > 0) {
    const ids = [...new Set(eventIds)]
    const keys =
      aggregate === undefined
        ? (await findEntries(clients, outbox, ids, ['N', 'D'])).keys
        : new Map(ids.map((eventId) => [eventId, rowKey({ ...aggregate, eventId }, outbox.keys)]))
    return named(store, ids, keys)
  }
  const rows: SelectedRow[] = []
  const selected = selectRows(
    { owners: ['N', 'D'], type, aggregate, error },
    {
      index: new OwnerIndex(clients.documents, outbox),
      store,
      region: await clients.region(),
      maxLookedAt: Number.POSITIVE_INFINITY,
      // Only rows that wait with the sweeper are ever cut.
      onCut: () => undefined,
    },
  )
  for await (const row of selected) rows.push(row)
  return { rows, missing: [] }
}

async function named(
  store: OutboxStore,
  ids: readonly string[],
  keys: ReadonlyMap<string, RowKey>,
): Promise<ChosenDead> {
  const items = await readRows(store, [...keys.values()])
  const rows = [...keys.values()].flatMap((key) => {
    const item = items.get(keyText(key))
    const row = item === undefined ? undefined : selectedRow(key, item)
    return row?.status === 'DEAD' ? [row] : []
  })
  const found = new Set(rows.map(({ identity }) => identity.eventId))
  return { rows, missing: ids.filter((id) => !found.has(id)) }
}
