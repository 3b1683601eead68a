import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'
import { describeReplayMembers } from '../archives/replay.js'
import type { EventsContext } from '../events-context.js'
import { page } from '../page.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListReplays.html */
export function listReplays({ replays }: EventsContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const source = optionalString(input, 'EventSourceArn')
  const state = optionalString(input, 'State')
  const found = replays
    .list()
    .filter(({ name }) => name.startsWith(prefix))
    .filter(({ archive }) => source === undefined || archive.arn === source)
    .filter((replay) => state === undefined || replay.state === state)
  const { items, next } = page(found, input)
  return { Replays: items.map(describeReplayMembers), ...next }
}
