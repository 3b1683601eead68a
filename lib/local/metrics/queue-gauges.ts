import { resourceName } from '../call-resources.js'
import type { Clock } from '../clock.js'
import type { QueueStatistics } from '../fauxqs/worker-message.js'
import type { ServedCall } from '../gateway/gateway.js'
import type { Activity } from '../time/activity.js'
import { answerBody, listOf } from './answer-body.js'
import type { MetricPoint } from './metric-series.js'
import type { MetricFilter, MetricSource, TimeRange } from './metric-store.js'

const NAMESPACE = 'AWS/SQS'
const MINUTE = 60_000
/** An empty queue that nobody uses is told of for so long. */
const ACTIVE = 6 * 60 * MINUTE
/** Of one queue: a week of minutes. */
const MAX_SAMPLES = 10_080

/** A queue as it was at one time. */
interface Sample extends QueueStatistics {
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface WatchedQueue {
  /** By minute, in order. */
  readonly samples: Map<number, Sample>
  last?: Sample
}

export interface QueueGaugesOptions {
  readonly clock: Clock
  readonly activity: Activity
  /** Looks at the queues, past the gateway: nothing is recorded, and no fault strikes. */
  readonly statistics: () => Promise<readonly QueueStatistics[]>
}

/**
 * SQS's gauges, one value a minute. They are looked at whenever somebody asks, and at the end of each minute in which
 * something changed or will change by itself; in between they stay as they are.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export class QueueGauges implements MetricSource {
  readonly #options: QueueGaugesOptions
  readonly #queues = new Map<string, WatchedQueue>()
  readonly #stopping = new AbortController()
  #watching = false

  constructor(options: QueueGaugesOptions) {
    this.#options = options
  }

  onServed(served: ServedCall): void {
    const { operation, input } = served.call
    if (served.answered === undefined || !this.#changes(served)) return
    if (operation === 'DeleteQueue') this.#queues.delete(resourceName(String(input['QueueUrl'])))
    if (!this.#watching) void this.#watch()
  }

  /** Looks at the queues now. */
  async refresh(): Promise<void> {
    await this.#sample(this.#options.clock.now())
  }

  points(range: TimeRange, { namespace = NAMESPACE, dimensions }: MetricFilter): readonly MetricPoint[] {
    if (namespace !== NAMESPACE) return []
    const to = Math.min(range.to, this.#options.clock.now() + 1)
    const wanted = dimensions?.['QueueName']
    return [...this.#queues].flatMap(([name, { samples }]) =>
      wanted !== undefined && wanted !== name ? [] : pointsOf(name, samples, { from: range.from, to }),
    )
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Stops once nothing will change by itself. */
  async #watch(): Promise<void> {
    const { clock, activity } = this.#options
    const { signal } = this.#stopping
    this.#watching = true
    for (let moving = true; moving; ) {
      const end = (Math.floor(clock.now() / MINUTE) + 1) * MINUTE
      await clock.sleep(end - clock.now(), signal)
      if (signal.aborted) return
      const look = activity.run('a look at the queues', () => this.#sample(end - 1))
      // When the queues end, nobody needs to know their depth.
      moving = await look.catch(() => false)
    }
    this.#watching = false
  }

  /** True as long as messages are in flight or delayed. */
  async #sample(at: number): Promise<boolean> {
    const queues = await this.#options.statistics()
    for (const statistics of queues) {
      const queue = this.#queue(statistics.queueName)
      const { samples } = queue
      queue.last = { ...statistics, at }
      samples.set(Math.floor(at / MINUTE) * MINUTE, queue.last)
      const [first] = samples.keys()
      if (samples.size > MAX_SAMPLES && first !== undefined) samples.delete(first)
    }
    const names = new Set(queues.map(({ queueName }) => queueName))
    for (const name of this.#queues.keys()) if (!names.has(name)) this.#queues.delete(name)
    return queues.some(
      ({ approximateNumberOfMessagesNotVisible: held, approximateNumberOfMessagesDelayed: delayed }) =>
        held + delayed > 0,
    )
  }

  /** Most receives find nothing. Where there is something, it may have gone to the dead-letter queue. */
  #changes({ call, answered }: ServedCall): boolean {
    if (call.operation !== 'ReceiveMessage') return /^(?:Send|Delete|Change|Purge|Start)/.test(call.operation)
    if (answered !== undefined && listOf(answerBody(answered)['Messages']).length > 0) return true
    const last = this.#queues.get(resourceName(String(call.input['QueueUrl'])))?.last
    return last !== undefined && countOf(last) > 0
  }

  #queue(name: string): WatchedQueue {
    const known = this.#queues.get(name)
    if (known !== undefined) return known
    const queue: WatchedQueue = { samples: new Map() }
    this.#queues.set(name, queue)
    return queue
  }
}

function countOf(statistics: QueueStatistics): number {
  return (
    statistics.approximateNumberOfMessagesVisible +
    statistics.approximateNumberOfMessagesNotVisible +
    statistics.approximateNumberOfMessagesDelayed
  )
}

/** A minute without a sample is as the one before; an empty queue that nobody uses ends after six hours. */
function pointsOf(
  name: string,
  samples: ReadonlyMap<number, Sample>,
  { from, to }: TimeRange,
): readonly MetricPoint[] {
  const points: MetricPoint[] = []
  const known = [...samples]
  for (const [place, [minute, sample]] of known.entries()) {
    const isEmpty = countOf(sample) === 0
    const next = known[place + 1]?.[0] ?? to
    const end = Math.min(next, to, isEmpty ? minute + ACTIVE : Number.POSITIVE_INFINITY)
    const begin = Math.max(minute, Math.floor(from / MINUTE) * MINUTE)
    for (let at = begin; at < end; at += MINUTE) points.push(...gauges(name, sample, at, at - minute))
  }
  return points
}

function gauges(name: string, sample: Sample, at: number, since: number): readonly MetricPoint[] {
  const { oldestMessageAt: oldest } = sample
  const point = (metric: string, value: number, unit: string): MetricPoint => ({
    namespace: NAMESPACE,
    name: metric,
    dimensions: { QueueName: name },
    value,
    unit,
    at: new Date(at),
    count: 1,
  })
  // It may have come after the moment that is looked at.
  const age = oldest === undefined ? 0 : Math.max(0, Math.floor((sample.at + since - oldest) / 1000))
  return [
    point('ApproximateNumberOfMessagesVisible', sample.approximateNumberOfMessagesVisible, 'Count'),
    point('ApproximateNumberOfMessagesNotVisible', sample.approximateNumberOfMessagesNotVisible, 'Count'),
    point('ApproximateNumberOfMessagesDelayed', sample.approximateNumberOfMessagesDelayed, 'Count'),
    point('ApproximateAgeOfOldestMessage', age, 'Seconds'),
  ]
}
