import type { JsonRecord } from '../../record.js'
import type { Archive } from './archive.js'

export type ReplayState = 'STARTING' | 'RUNNING' | 'CANCELLING' | 'COMPLETED' | 'CANCELLED'

export interface Replay {
  readonly name: string
  readonly arn: string
  readonly description?: string
  readonly archive: Archive
  /** As StartReplay got it. */
  readonly destination: JsonRecord
  /** Of the rules that get the events; all of the bus when absent. */
  readonly ruleArns?: ReadonlySet<string>
  /** The events' time, milliseconds since the epoch; both ends belong to it. */
  readonly eventStartTime: number
  readonly eventEndTime: number
  readonly startedAt: number
  state: ReplayState
  /** The time of the last event that was replayed. */
  eventLastReplayedTime?: number
  endedAt?: number
}

const REASONS: Readonly<Record<ReplayState, string>> = {
  STARTING: 'Replay is starting.',
  RUNNING: 'Replay is running.',
  CANCELLING: 'Replay is being cancelled.',
  COMPLETED: 'Replay completed.',
  CANCELLED: 'Replay cancelled.',
}

/** AWS has a reason for each state; the wording is ours. */
export function stateReason(state: ReplayState): string {
  return REASONS[state]
}

/** What DescribeReplay and ListReplays both show. Times are seconds since the epoch. */
export function describeReplayMembers(replay: Replay): JsonRecord {
  const { eventLastReplayedTime: last, endedAt } = replay
  return {
    ReplayName: replay.name,
    EventSourceArn: replay.archive.arn,
    State: replay.state,
    StateReason: stateReason(replay.state),
    EventStartTime: replay.eventStartTime / 1000,
    EventEndTime: replay.eventEndTime / 1000,
    ...(last !== undefined && { EventLastReplayedTime: last / 1000 }),
    ReplayStartTime: replay.startedAt / 1000,
    ...(endedAt !== undefined && { ReplayEndTime: endedAt / 1000 }),
  }
}
