import type { JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import { stateReason } from '../archives/replay.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_CancelReplay.html */
export function cancelReplay({ replays }: EventsContext, input: JsonRecord): JsonRecord {
  const { arn, state } = replays.cancel(requiredString(input, 'ReplayName'))
  return { ReplayArn: arn, State: state, StateReason: stateReason(state) }
}
