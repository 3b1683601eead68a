import type { EventPattern } from 'aws-cdk-lib/aws-events'
import { noReplay } from '../no-replay.js'
import type { ConsumerSettings } from './consumer-settings.js'

type Selection = Pick<ConsumerSettings, 'source' | 'eventTypes' | 'allEventsOf' | 'filter' | 'replays'>

/** What the consumer's rule matches. */
export function consumerPattern(selection: Selection): EventPattern {
  const { source, eventTypes, replays } = selection
  const detail = detailPattern(selection)
  return {
    source: [source],
    ...(eventTypes === undefined ? {} : { detailType: [...eventTypes] }),
    ...(Object.keys(detail).length === 0 ? {} : { detail }),
    ...(replays ? {} : noReplay()),
  }
}

function detailPattern({ allEventsOf, filter = {} }: Selection): Record<string, unknown> {
  const { metadata, context, data } = filter
  const ofMetadata = {
    ...metadata,
    ...(context === undefined ? {} : { context }),
    ...(allEventsOf === undefined ? {} : { aggregateType: [allEventsOf] }),
  }
  return {
    ...(Object.keys(ofMetadata).length === 0 ? {} : { metadata: ofMetadata }),
    ...(data === undefined ? {} : { data }),
  }
}
