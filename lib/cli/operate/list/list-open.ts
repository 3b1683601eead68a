import type { Owner } from '../../../store/layout.js'
import { OutboxStore } from '../../../store/outbox-store.js'
import { OwnerIndex } from '../../../store/owner-index.js'
import type { AwsClients } from '../aws-clients.js'
import type { OutboxResources } from '../outbox-resources.js'
import { selectRows } from '../select-rows.js'
import type { SelectedRow } from '../selected-row.js'
import type { ListOptions, ListStatus } from './list-options.js'
import type { Listing } from './listing.js'

const OWNERS_OF: Readonly<Record<Exclude<ListStatus, 'published'>, readonly Owner[]>> = {
  pending: ['P', 'R'],
  retrying: ['R'],
  scheduled: ['S'],
  dead: ['N', 'D'],
}

/** Entries of the index that are looked at for a filter: 200 bytes each, and the row behind it. */
const MAX_LOOKED_AT = 10_000

/** By the index. @throws the SDK's error */
export async function listOpen(
  clients: AwsClients,
  outbox: OutboxResources,
  status: Exclude<ListStatus, 'published'>,
  { type, aggregate, error, limit }: ListOptions,
): Promise<Listing> {
  let isCut = false
  const rows: SelectedRow[] = []
  const selected = selectRows(
    { owners: OWNERS_OF[status], type, aggregate, error },
    {
      index: new OwnerIndex(clients.documents, outbox),
      store: new OutboxStore(clients.documents, outbox),
      region: await clients.region(),
      maxLookedAt: Math.max(MAX_LOOKED_AT, limit + 1),
      onCut: () => {
        isCut = true
      },
    },
  )
  for await (const row of selected) {
    if (rows.length === limit) return { rows, more: true }
    rows.push(row)
  }
  return {
    rows,
    more: false,
    ...(isCut ? { cut: 'there are more than were looked at: choose with --aggregate' } : {}),
  }
}
