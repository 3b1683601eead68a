import { ReplayError } from './replay-error.js'
import type { ReplayRecord } from './replay-record.js'

/** A run notes its position every few seconds: one that was silent for so long is gone. Milliseconds. */
const SILENT_FOR = 60_000

/** @throws ReplayError when the replay is done, or running elsewhere */
export function assertResumable(
  { id, state, updatedAt, by, resumedBy = by }: ReplayRecord,
  now: number,
): void {
  if (state === 'done')
    throw new ReplayError(
      `Replay ${id} is done since ${updatedAt}: to send its events again, start another one`,
    )
  if (state !== 'running') return
  const age = now - Date.parse(updatedAt)
  if (age >= SILENT_FOR) return
  const wait = Math.ceil((SILENT_FOR - age) / 1_000)
  throw new ReplayError(
    `Replay ${id} is running: ${resumedBy} noted its position at ${updatedAt}. If that process is gone, resume in ${wait} s`,
  )
}
