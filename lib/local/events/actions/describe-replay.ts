import type { JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import { describeReplayMembers } from '../archives/replay.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeReplay.html */
export function describeReplay({ replays }: EventsContext, input: JsonRecord): JsonRecord {
  const replay = replays.get(requiredString(input, 'ReplayName'))
  const { arn, description, destination } = replay
  return {
    ...describeReplayMembers(replay),
    ReplayArn: arn,
    ...(description !== undefined && { Description: description }),
    Destination: destination,
  }
}
