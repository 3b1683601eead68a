import type { ReplayRecord } from '../../replay/replay-record.js'

/** What a replay did, or has done so far, for people. */
export function resultLine({ id, state, plan, progress }: ReplayRecord): string {
  const { sent, failed, denied = 0, malformed, duplicates, unpublished, reached } = progress
  const counts = [
    plan.from === 'event-bridge' ? 'by EventBridge' : `${sent} sent`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(denied === 0 ? [] : [`${denied} denied, passed over`]),
    ...(malformed === 0 ? [] : [`${malformed} malformed, passed over`]),
    ...(duplicates === 0 ? [] : [`${duplicates} archived twice, sent once`]),
    ...(unpublished === 0 ? [] : [`${unpublished} not delivered yet, left out`]),
    ...(reached === undefined ? [] : [`up to ${reached}`]),
  ]
  return `Replay ${id} ${state}: ${counts.join(', ')}`
}
