import { originOf } from './origin-of.js'
import type { ReplayOptions } from './replay-options.js'

/** What the flags leave out: named in the order of `--help`. */
const PLAN_FLAGS = {
  from: '--from',
  archive: '--archive',
  bucket: '--bucket',
  since: '--since',
  until: '--until',
  type: '--type',
  aggregate: '--aggregate',
  context: '--context',
  event: '--event',
  to: '--to',
  consumerStack: '--consumer-stack',
  toQueue: '--to-queue',
  skipMalformed: '--skip-malformed',
  skipDenied: '--skip-denied',
  skipFailing: '--skip-failing',
  dryRun: '--dry-run',
} as const satisfies Partial<Record<keyof ReplayOptions, string>>

type PlanFlag = keyof typeof PLAN_FLAGS

/** EventBridge replays a time range of its archive, and nothing else can be said to it. */
const NOT_FOR_EVENT_BRIDGE: readonly PlanFlag[] = [
  'type',
  'aggregate',
  'context',
  'event',
  'to',
  'skipMalformed',
  'skipDenied',
  'skipFailing',
]

/** What whoever resumes a replay may tell it anew: they choose nothing, but let it pass what stopped it. */
const FOR_RESUME: readonly PlanFlag[] = ['skipMalformed', 'skipDenied', 'skipFailing']

/** What is wrong with the flags together, in one line; undefined when nothing is. */
export function replayFault(options: ReplayOptions, now: number): string | undefined {
  const given = (flags: readonly PlanFlag[]): string =>
    flags
      .filter((flag) => options[flag] !== undefined)
      .map((flag) => PLAN_FLAGS[flag])
      .join(', ')
  const all = given(Object.keys(PLAN_FLAGS).filter(isPlanFlag))
  if (options.resume !== undefined && options.history === true)
    return '--resume and --history exclude each other'
  if (options.history === true && all !== '') return `--history lists all replays: leave out ${all}`
  if (options.limit !== undefined && options.history !== true)
    return '--limit says how many --history lists: give --history, or leave it out'
  // What is replayed, and where to, is in the record: else what was sent before would be something else.
  if (options.resume !== undefined) {
    const chosen = given(
      Object.keys(PLAN_FLAGS)
        .filter(isPlanFlag)
        .filter((flag) => !FOR_RESUME.includes(flag)),
    )
    return chosen === '' ? undefined : `--resume goes on with what was begun: leave out ${chosen}`
  }
  if (options.history === true) return undefined

  const { since, until, event, aggregate, archive, bucket, to, consumerStack, toQueue, rate } = options
  const origin = originOf(options)
  if (origin === undefined)
    return 'expected to be told which events: give --since, --event, or --aggregate for rows that are retained'
  if (origin === 'rows' && [aggregate, since, until, event].every((flag) => flag === undefined))
    return '--from rows needs to be told which rows: give --since, --event or --aggregate <Type/id>'
  if (archive !== undefined && origin !== 'event-bridge')
    return "--archive names an archive of EventBridge's: give --from event-bridge as well, or leave it out"
  if (consumerStack !== undefined && to === undefined)
    return '--consumer-stack says where the consumer of --to is: give --to, or leave it out'
  if (toQueue !== undefined && to === undefined)
    return '--to-queue says which queue of the consumer of --to: give --to, or leave it out'
  if (bucket !== undefined && origin !== 'archive')
    return '--bucket names the bucket of an archive in S3: give --from archive as well, or leave it out'
  if (options.skipDenied === true && to !== undefined)
    return '--skip-denied is for the bus: a queue admits all events, or none. Leave it out, or --to'
  const isBehind = (one: string, other: number): boolean => Date.parse(one) >= other
  if (since !== undefined && isBehind(since, until === undefined ? now : Date.parse(until)))
    return `expected --since to be before ${until === undefined ? 'now' : '--until'}, got ${since}${until === undefined ? '' : ` and ${until}`}`
  if (origin !== 'event-bridge') return undefined
  if (since === undefined) return '--from event-bridge needs --since: EventBridge replays a range of time'
  const refused = [given(NOT_FOR_EVENT_BRIDGE), rate === undefined ? '' : '--rate'].filter(
    (text) => text !== '',
  )
  return refused.length === 0
    ? undefined
    : `EventBridge replays all that its archive has of a range, at its own pace: leave out ${refused.join(', ')}`
}

function isPlanFlag(name: string): name is PlanFlag {
  return name in PLAN_FLAGS
}
