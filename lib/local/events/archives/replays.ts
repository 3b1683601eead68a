import { setMaxListeners } from 'node:events'
import { AwsError } from '../../aws-error.js'
import type { Clock } from '../../clock.js'
import type { AcceptedEvent } from '../accepted-event.js'
import type { InFlight } from '../in-flight.js'
import type { ArchivedEvent } from './archived-events.js'
import type { Archives } from './archives.js'
import type { Replay } from './replay.js'
import { replayedEvent } from './replayed-event.js'
import { shuffled } from './shuffled.js'

export interface ReplayEnvironment {
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly archives: Archives
  readonly inFlight: InFlight
  readonly stopping: AbortSignal
  /** Puts the event on the archive's bus, before these rules only. */
  readonly route: (event: AcceptedEvent, busArn: string, ruleArns: ReadonlySet<string> | undefined) => void
}

const MINUTE = 60_000
/** How long a replay is STARTING, and what each minute of events takes. AWS states no speed. Milliseconds. */
const STEP = 10_000
/** "EventBridge deletes replays after 90 days." */
const KEPT = 90 * 86_400_000
/** "Ten active concurrent replays per account per AWS Region." */
const MAX_ACTIVE = 10

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-replay-archived-event.html */
export class Replays {
  readonly #environment: ReplayEnvironment
  readonly #replays = new Map<string, Replay>()
  readonly #cancellations = new Map<Replay, AbortController>()

  constructor(environment: ReplayEnvironment) {
    this.#environment = environment
    setMaxListeners(0, environment.stopping)
  }

  /** @throws AwsError ResourceAlreadyExistsException, LimitExceededException */
  start(replay: Replay): void {
    const { inFlight } = this.#environment
    if (this.list().some(({ name }) => name === replay.name)) {
      throw new AwsError('ResourceAlreadyExistsException', `Replay ${replay.name} already exists.`)
    }
    if (this.#cancellations.size >= MAX_ACTIVE) {
      throw new AwsError(
        'LimitExceededException',
        'The requested resource exceeds the maximum number allowed.',
      )
    }
    this.#replays.set(replay.name, replay)
    const cancellation = new AbortController()
    this.#cancellations.set(replay, cancellation)
    inFlight.track(this.#run(replay, cancellation.signal))
  }

  /** @throws AwsError ResourceNotFoundException, IllegalStatusException */
  cancel(name: string): Replay {
    const replay = this.get(name)
    if (replay.state !== 'STARTING' && replay.state !== 'RUNNING') {
      throw new AwsError(
        'IllegalStatusException',
        `Replay ${name} is not in a valid state for this operation.`,
      )
    }
    replay.state = 'CANCELLING'
    this.#cancellations.get(replay)?.abort()
    return replay
  }

  /** @throws AwsError ResourceNotFoundException */
  get(name: string): Replay {
    const replay = this.list().find((candidate) => candidate.name === name)
    if (replay !== undefined) return replay
    throw new AwsError('ResourceNotFoundException', `Replay ${name} does not exist.`)
  }

  list(): readonly Replay[] {
    const oldest = this.#environment.clock.now() - KEPT
    for (const { name, startedAt } of this.#replays.values()) {
      if (startedAt <= oldest) this.#replays.delete(name)
    }
    return [...this.#replays.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async #run(replay: Replay, cancelled: AbortSignal): Promise<void> {
    const { clock, random, archives, stopping, route } = this.#environment
    const signal = AbortSignal.any([cancelled, stopping])
    const { archive, ruleArns } = replay
    await clock.sleep(STEP, signal)
    if (!signal.aborted) {
      replay.state = 'RUNNING'
      for (const minute of minutesOf(archives.eventsOf(archive), replay)) {
        for (const event of shuffled(minute, random)) {
          replay.eventLastReplayedTime = event.time
          route(replayedEvent(event, replay.name, clock.now()), archive.eventSourceArn, ruleArns)
        }
        await clock.sleep(STEP, signal)
        if (signal.aborted) break
      }
    }
    replay.state = signal.aborted ? 'CANCELLED' : 'COMPLETED'
    replay.endedAt = clock.now()
    this.#cancellations.delete(replay)
  }
}

/**
 * "A replay processes events to replay based on the time in the event, and replays them on one minute intervals": the
 * events of each minute that has any, the earliest first.
 */
function minutesOf(
  events: readonly ArchivedEvent[],
  { eventStartTime, eventEndTime }: Replay,
): readonly (readonly ArchivedEvent[])[] {
  const minutes = new Map<number, ArchivedEvent[]>()
  for (const event of events) {
    const { time } = event
    if (time < eventStartTime || time > eventEndTime) continue
    const minute = Math.floor(time / MINUTE)
    const others = minutes.get(minute)
    if (others === undefined) minutes.set(minute, [event])
    else others.push(event)
  }
  return [...minutes].sort(([a], [b]) => a - b).map(([, minute]) => minute)
}
