import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { REPLAY_MARK } from '../event/replay-mark.js'

/** From now on, whatever this client puts on a bus has the mark of a replay as its only resource. */
export function markEntries(client: EventBridgeClient): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { input } = args
      if (!('Entries' in input) || input.Entries === undefined) return next(args)
      const Entries = input.Entries.map((entry) => ({ ...entry, Resources: [REPLAY_MARK] }))
      return next({ ...args, input: { ...input, Entries } })
    },
    { step: 'initialize', name: 'markEntriesAsReplay' },
  )
}
