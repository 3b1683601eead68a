import { EventBridgeClient, type PutEventsCommandInput } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs'
import type { Archive } from '../../lib/archive/archive.js'
import type { Clock } from '../../lib/clock.js'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { EventBridgeDestination } from '../../lib/destination/event-bridge-destination.js'
import { LambdaRelayMapping } from '../../lib/sweeper/relay-mapping.js'
import type { TelemetrySink } from '../../lib/telemetry-sink.js'
import { awsError, BUS, CALL_TIMEOUT } from '../destination/event-bridge.js'
import { answeringClient } from './answering-client.js'
import type { ArchiveModel } from './archive-model.js'
import type { Bus } from './bus.js'
import type { Calls } from './calls.js'
import type { Queues } from './queues.js'
import type { Line } from './table.js'
import type { Worker } from './worker.js'

/** What all processes share. */
export interface Surroundings {
  readonly calls: Calls
  readonly bus: Bus
  readonly queues: Queues
  readonly mapping: MappingModel
  readonly archive: ArchiveModel
  readonly now: () => number
}

export interface MappingModel {
  state: 'Enabled' | 'Disabled'
  changedAt: number
}

const REGION = 'eu-west-1'
const EVENT_BRIDGE = new EventBridgeClient({ region: REGION })
const SQS = new SQSClient({ region: REGION })
const LAMBDA = new LambdaClient({ region: REGION })
const IDLE: TelemetrySink = {
  count: () => undefined,
  level: () => undefined,
  milliseconds: () => undefined,
  seconds: () => undefined,
  flush: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** One execution environment, with clients whose calls wait until the world releases them. */
export class Environment {
  readonly telemetry: TelemetrySink = IDLE
  readonly line: Line
  readonly clock: Clock
  readonly destination: EventBridgeDestination
  readonly deadLetterQueue: DeadLetterQueue
  readonly mapping: LambdaRelayMapping
  /** Undefined where it was off when this environment was started. */
  readonly archive: Archive | undefined
  /** Whom it runs, or ran last. */
  worker: Worker
  /** Its process is gone, or is not used any more. */
  isRetired = false
  /** Since when it has been told without a break that the mapping is disabled. */
  stoppedSince: number | undefined
  #stoppedChange = 0
  #busSeenAt = Number.NEGATIVE_INFINITY
  readonly #surroundings: Surroundings

  constructor(worker: Worker, surroundings: Surroundings) {
    const { calls, now, archive } = surroundings
    this.worker = worker
    this.#surroundings = surroundings
    this.line = { suspend: (spec) => calls.suspend(this.worker, spec) }
    this.clock = {
      now,
      sleep: (milliseconds) =>
        this.line.suspend({ name: 'sleep', effect: () => undefined, wakesAt: now() + milliseconds }),
    }
    this.destination = new EventBridgeDestination({
      client: this.#eventBridge(),
      eventBusArn: BUS,
      name: 'shop-outbox',
      callTimeout: CALL_TIMEOUT,
      clock: this.clock,
    })
    this.deadLetterQueue = new DeadLetterQueue({ client: this.#sqs(), queueUrl: 'https://dead-letters' })
    this.mapping = new LambdaRelayMapping({ client: this.#lambda(), mappingId: 'the-mapping' })
    this.archive = archive.isOn ? { write: (_, lines) => this.#putObject(lines) } : undefined
  }

  #putObject(lines: Buffer): Promise<void> {
    return this.line.suspend({
      name: 'PutObject',
      effect: ({ worker }) => this.#surroundings.archive.write(worker, lines),
      failure: () => awsError('SlowDown', 503),
    })
  }

  #eventBridge(): EventBridgeClient {
    const { bus, now } = this.#surroundings
    return answeringClient(EVENT_BRIDGE, {
      DescribeEventBusCommand: () =>
        this.line.suspend({
          name: 'DescribeEventBus',
          effect: ({ isAnswered }) => {
            const answer = bus.describe()
            if (isAnswered) this.#busSeenAt = now()
            return answer
          },
          failure: eventBridgeFailure,
        }),
      PutEventsCommand: (input: PutEventsCommandInput) =>
        this.line.suspend({
          name: 'PutEvents',
          about: bus.namesOf(input),
          effect: (circumstances) => bus.put(input, circumstances, this.#busSeenAt),
          failure: eventBridgeFailure,
          isLethal: () => bus.isLethal(input),
        }),
    })
  }

  #sqs(): SQSClient {
    const { queues } = this.#surroundings
    return answeringClient(SQS, {
      SendMessageCommand: ({ MessageBody }: SendMessageCommandInput) =>
        this.line.suspend({
          name: 'SendMessage',
          effect: () => {
            queues.takeNotice(String(MessageBody))
            return {}
          },
          failure: () => awsError('ServiceUnavailable', 503),
        }),
    })
  }

  #lambda(): LambdaClient {
    const { mapping, now } = this.#surroundings
    return answeringClient(LAMBDA, {
      GetEventSourceMappingCommand: () =>
        this.line.suspend({
          name: 'GetEventSourceMapping',
          effect: () => {
            const { state, changedAt } = mapping
            if (state === 'Enabled') this.stoppedSince = undefined
            else if (this.stoppedSince === undefined || this.#stoppedChange !== changedAt) {
              this.stoppedSince = now()
              this.#stoppedChange = changedAt
            }
            return { State: state, LastModified: new Date(changedAt) }
          },
          failure: () => awsError('TooManyRequestsException', 429),
        }),
    })
  }
}

function eventBridgeFailure(bits: number): Error {
  return bits % 2 === 0
    ? awsError('InternalException', 500, 'Service Unavailable')
    : Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}
