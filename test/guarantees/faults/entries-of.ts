import type { ApiCall } from 'serverless-outbox/local'

export interface SentEntry {
  readonly Source: string
  readonly DetailType: string
  readonly Detail: string
}

/** The outbox's events in a PutEvents call: none of another call, and a heartbeat is none. */
export function entriesOf({ operation, input }: Pick<ApiCall, 'operation' | 'input'>): readonly SentEntry[] {
  if (operation !== 'PutEvents') return []
  return (input['Entries'] as readonly SentEntry[]).filter(({ Source }) => Source === 'guarantees')
}
