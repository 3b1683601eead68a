import { resourceName } from '../call-resources.js'
import type { Clock } from '../clock.js'
import type { ServedCall } from '../gateway/gateway.js'
import type { Activity } from '../time/activity.js'
import { answerBody, listOf } from './answer-body.js'
import { MessageAges } from './message-ages.js'
import type { MetricPoint } from './metric-series.js'
import type { MetricFilter, MetricSource, TimeRange } from './metric-store.js'

const NAMESPACE = 'AWS/SQS'
const MINUTE = 60_000
/** An empty queue that nobody uses is told of for so long. */
const ACTIVE = 6 * 60 * MINUTE
/** Of one queue: a week of minutes. */
const MAX_SAMPLES = 10_080

/** What a queue's messages are at one time. */
export interface QueueDepth {
  readonly visible: number
  readonly notVisible: number
  readonly delayed: number
}

interface Sample extends QueueDepth {
  /** Milliseconds. */
  readonly age: number
}

interface WatchedQueue {
  readonly ages: MessageAges
  /** By minute, in order. */
  readonly samples: Map<number, Sample>
  last?: Sample
}

export interface QueueGaugesOptions {
  readonly clock: Clock
  readonly activity: Activity
  /** By the queue's name. */
  readonly depths: () => Promise<ReadonlyMap<string, QueueDepth>>
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
    if (typeof input['QueueUrl'] === 'string')
      this.#queue(resourceName(input['QueueUrl'])).ages.onServed(served)
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
    const depths = await this.#options.depths()
    for (const [name, depth] of depths) {
      const queue = this.#queue(name)
      const { ages, samples } = queue
      queue.last = { ...depth, age: ages.oldest(countOf(depth), at) }
      samples.set(Math.floor(at / MINUTE) * MINUTE, queue.last)
      const [first] = samples.keys()
      if (samples.size > MAX_SAMPLES && first !== undefined) samples.delete(first)
    }
    for (const name of this.#queues.keys()) if (!depths.has(name)) this.#queues.delete(name)
    return [...depths.values()].some(({ notVisible, delayed }) => notVisible + delayed > 0)
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
    const queue: WatchedQueue = { ages: new MessageAges(), samples: new Map() }
    this.#queues.set(name, queue)
    return queue
  }
}

function countOf({ visible, notVisible, delayed }: QueueDepth): number {
  return visible + notVisible + delayed
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
    for (let at = begin; at < end; at += MINUTE)
      points.push(...gauges(name, sample, at, at - minute, isEmpty))
  }
  return points
}

function gauges(
  name: string,
  { visible, notVisible, delayed, age }: Sample,
  at: number,
  since: number,
  isEmpty: boolean,
): readonly MetricPoint[] {
  const point = (metric: string, value: number, unit: string): MetricPoint => ({
    namespace: NAMESPACE,
    name: metric,
    dimensions: { QueueName: name },
    value,
    unit,
    at: new Date(at),
    count: 1,
  })
  return [
    point('ApproximateNumberOfMessagesVisible', visible, 'Count'),
    point('ApproximateNumberOfMessagesNotVisible', notVisible, 'Count'),
    point('ApproximateNumberOfMessagesDelayed', delayed, 'Count'),
    point('ApproximateAgeOfOldestMessage', isEmpty ? 0 : Math.floor((age + since) / 1000), 'Seconds'),
  ]
}
