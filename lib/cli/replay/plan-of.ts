import type { S3Client } from '@aws-sdk/client-s3'
import { ENVIRONMENT } from '../../environment.js'
import { eventBridgeArchive } from '../../replay/event-bridge-archives.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import { archiveBucket } from '../archive/archive-bucket.js'
import type { AwsClients } from '../operate/aws-clients.js'
import { CliError } from '../operate/cli-error.js'
import type { OutboxResources } from '../operate/outbox-resources.js'
import { filtersOf } from './filters-of.js'
import { originOf } from './origin-of.js'
import { originOfRange } from './origin-of-range.js'
import type { ReplayOptions } from './replay-options.js'

/** Events per second. */
const DEFAULT_RATE = 100

export interface ToPlan {
  readonly clients: AwsClients
  readonly s3: S3Client
  readonly outbox: OutboxResources
  /** Without a fault. */
  readonly options: ReplayOptions
  readonly eventBusArn: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * What the flags ask for, with nothing left open: whoever resumes it means the same events.
 *
 * @throws CliError, ReplayError, the SDK's error
 */
export async function planOf({
  clients,
  s3,
  outbox,
  options,
  eventBusArn,
  now,
}: ToPlan): Promise<ReplayPlan> {
  const given = filtersOf(options)
  const asOf = new Date(now).toISOString()
  const ended = { ...given, until: given.until ?? asOf }
  const told = originOf(options) ?? 'range'
  const from = told === 'range' ? await originOfRange(s3, outbox, ended, now) : told
  const isOfAggregate =
    from === 'rows' &&
    given.aggregate !== undefined &&
    (outbox.keys.sortKey !== undefined || !hasArchive(outbox))
  const filters = isOfAggregate ? given : ended
  const common = { from, filters, eventBusArn, ...passing(options) }
  if (from === 'event-bridge') {
    const { name } = await eventBridgeArchive(clients.events, eventBusArn, options.archive)
    return { ...common, archive: name }
  }
  if (from === 'rows' && !isOfAggregate && !hasArchive(outbox))
    throw new CliError(
      `Outbox ${outbox.name} has no archive, and only rows that wait for one can be found by their time: set \`archive: true\` on the TransactionalOutbox for what is published from then on, or give --aggregate <Type/id>, or --from event-bridge`,
    )
  return {
    ...common,
    ...(isOfAggregate ? {} : { archive: archiveBucket(outbox, options.bucket) }),
    ...(isOfAggregate || from === 'archive' ? {} : { waiting: { asOf, region: await clients.region() } }),
    ...(options.to === undefined
      ? {}
      : {
          consumer: {
            name: options.to,
            stack: consumerStack(outbox, options),
            ...(options.toQueue === undefined ? {} : { queueUrl: options.toQueue }),
          },
        }),
    rate: options.rate ?? DEFAULT_RATE,
  }
}

/** What the replay passes over. */
function passing({
  skipMalformed,
  skipDenied,
  skipFailing,
}: ReplayOptions): Pick<ReplayPlan, 'skipMalformed' | 'skipDenied' | 'skipFailing'> {
  return {
    skipMalformed: skipMalformed === true,
    ...(skipDenied === true ? { skipDenied } : {}),
    ...(skipFailing === true ? { skipFailing } : {}),
  }
}

/**
 * The plan to go on with: the same events, and what the flags let it pass.
 *
 * @throws CliError when a flag is not for where they go
 */
export function resumedPlan(plan: ReplayPlan, options: ReplayOptions): ReplayPlan {
  const { rate, skipMalformed, skipDenied, skipFailing } = options
  if (skipDenied === true && plan.consumer !== undefined)
    throw new CliError(
      'Expected no --skip-denied, for this replay fills a queue, which admits all events or none: leave it out',
    )
  return {
    ...plan,
    ...(rate === undefined ? {} : { rate }),
    ...passing({
      skipMalformed: skipMalformed ?? (plan.skipMalformed || undefined),
      skipDenied: skipDenied ?? (plan.skipDenied === true || undefined),
      skipFailing: skipFailing ?? (plan.skipFailing === true || undefined),
    }),
  }
}

function hasArchive({ environment }: OutboxResources): boolean {
  return Boolean(environment[ENVIRONMENT.archiveBucket])
}

function consumerStack(outbox: OutboxResources, { consumerStack: told }: ReplayOptions): string {
  const stack = told ?? outbox.stack
  if (stack !== undefined) return stack
  throw new CliError(
    'Expected the stack of the consumer to be known, got nothing: give --consumer-stack <name>',
  )
}
