import {
  DescribeReplayCommand,
  type EventBridgeClient,
  StartReplayCommand,
} from '@aws-sdk/client-eventbridge'
import type { Clock } from '../clock.js'

export interface EventBridgeReplay {
  readonly client: EventBridgeClient
  /** 1 to 64 of `A-Z a-z 0-9 . _ -`. */
  readonly name: string
}

export interface EventBridgeReplayRequest extends EventBridgeReplay {
  readonly archiveArn: string
  readonly eventBusArn: string
  /** ISO 8601, UTC. */
  readonly since: string
  readonly until: string
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_StartReplay.html @throws the SDK's error */
export async function startEventBridgeReplay(request: EventBridgeReplayRequest): Promise<void> {
  const { client, name, archiveArn, eventBusArn, since, until } = request
  await client.send(
    new StartReplayCommand({
      ReplayName: name,
      EventSourceArn: archiveArn,
      EventStartTime: new Date(since),
      EventEndTime: new Date(until),
      Destination: { Arn: eventBusArn },
    }),
  )
}

/** As EventBridge tells it. */
export interface EventBridgeReplayState {
  /** `STARTING`, `RUNNING`, `COMPLETED`, … */
  readonly state: string
  readonly reason: string
  /** The time of the last event that was replayed. ISO 8601, UTC. */
  readonly reached?: string
}

export interface WatchOptions extends EventBridgeReplay {
  readonly clock: Clock
  readonly isInterrupted: () => boolean
  readonly onState: (state: EventBridgeReplayState) => Promise<void>
}

const ACTIVE: readonly string[] = ['STARTING', 'RUNNING', 'CANCELLING']

/** Between two looks. Milliseconds. */
const INTERVAL = 2_000

/**
 * Watches the replay until it has ended, or nobody wants to watch any more; then it goes on by itself.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeReplay.html
 *
 * @throws the SDK's error
 */
export async function watchEventBridgeReplay(options: WatchOptions): Promise<EventBridgeReplayState> {
  const { client, name, clock, isInterrupted, onState } = options
  while (true) {
    const {
      State = '',
      StateReason = '',
      EventLastReplayedTime: last,
    } = await client.send(new DescribeReplayCommand({ ReplayName: name }))
    const state: EventBridgeReplayState = {
      state: State,
      reason: StateReason,
      ...(last === undefined ? {} : { reached: last.toISOString() }),
    }
    await onState(state)
    if (!ACTIVE.includes(State) || isInterrupted()) return state
    await clock.sleep(INTERVAL)
  }
}
