import { eventBridgeArchive } from '../../replay/event-bridge-archives.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import { archiveBucket } from '../archive/archive-bucket.js'
import type { AwsClients } from '../operate/aws-clients.js'
import { CliError } from '../operate/cli-error.js'
import type { OutboxResources } from '../operate/outbox-resources.js'
import { filtersOf } from './filters-of.js'
import { originOf } from './origin-of.js'
import type { ReplayOptions } from './replay-options.js'

/** Events per second. */
const DEFAULT_RATE = 100

/**
 * What the flags ask for, with nothing left open: whoever resumes it means the same events.
 *
 * @param options without a fault
 * @param now milliseconds since the epoch
 * @throws CliError, ReplayError, the SDK's error
 */
export async function planOf(
  { events }: AwsClients,
  outbox: OutboxResources,
  options: ReplayOptions,
  eventBusArn: string,
  now: number,
): Promise<ReplayPlan> {
  const from = originOf(options) ?? 'archive'
  const given = filtersOf(options)
  const filters = from === 'rows' ? given : { ...given, until: given.until ?? new Date(now).toISOString() }
  const common = { from, filters, eventBusArn, skipMalformed: options.skipMalformed === true }
  if (from === 'event-bridge') {
    const { name } = await eventBridgeArchive(events, eventBusArn, options.archive)
    return { ...common, archive: name }
  }
  return {
    ...common,
    ...(from === 'archive' ? { archive: archiveBucket(outbox) } : {}),
    ...(options.to === undefined
      ? {}
      : { consumer: { name: options.to, stack: consumerStack(outbox, options) } }),
    rate: options.rate ?? DEFAULT_RATE,
  }
}

function consumerStack(outbox: OutboxResources, { consumerStack: told }: ReplayOptions): string {
  const stack = told ?? outbox.stack
  if (stack !== undefined) return stack
  throw new CliError(
    'Expected the stack of the consumer to be known, got nothing: give --consumer-stack <name>',
  )
}
