import { Archive, type IEventBus } from 'aws-cdk-lib/aws-events'
import type { Construct } from 'constructs'
import type { EventArchiveProps } from './event-archive-props.js'
import { noReplay } from './no-replay.js'

/** Keeps the outbox's events, each once: what is replayed, by whomever, is there already. */
export function eventArchive(
  scope: Construct,
  { retention }: EventArchiveProps,
  { eventBus, source }: { readonly eventBus: IEventBus; readonly source: string },
): Archive {
  return new Archive(scope, 'EventArchive', {
    sourceEventBus: eventBus,
    description: `Events of the outbox with the source ${source}`,
    eventPattern: { source: [source], ...noReplay() },
    retention,
  })
}
