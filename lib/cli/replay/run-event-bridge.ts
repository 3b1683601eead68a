import { errorName } from '../../error-name.js'
import { eventBridgeArchive } from '../../replay/event-bridge-archives.js'
import {
  type EventBridgeReplayState,
  startEventBridgeReplay,
  watchEventBridgeReplay,
} from '../../replay/event-bridge-replay.js'
import { ReplayError } from '../../replay/replay-error.js'
import type { ReplayRecord, ReplayState } from '../../replay/replay-record.js'
import { progress } from '../operate/progress.js'
import type { RunOfRecord } from './run-of-record.js'

/**
 * Has EventBridge replay its archive, and watches. Who resumes it watches again, or starts it if the run before did not
 * come so far.
 *
 * @returns the record as it was left
 * @throws ReplayError, the SDK's error
 */
export async function runEventBridge(run: RunOfRecord): Promise<ReplayRecord> {
  const { clients, records, console, clock, isInterrupted } = run
  let record = run.record
  const name = `outbox-${record.id}`
  const write = async (change: Partial<ReplayRecord>): Promise<void> => {
    record = { ...record, ...change, updatedAt: new Date(clock.now()).toISOString() }
    await records.update(record)
  }
  const tell = progress(console, clock)
  const watch = (): Promise<EventBridgeReplayState> =>
    watchEventBridgeReplay({
      client: clients.events,
      name,
      clock,
      isInterrupted,
      onState: async ({ state, reached }) => {
        await write({
          isStarted: true,
          progress: { ...record.progress, ...(reached === undefined ? {} : { reached }) },
        })
        tell(() => `${name} ${state}${reached === undefined ? '' : `, up to ${reached}`}`)
      },
    })
  try {
    const last = await watch().catch(async (error: unknown) => {
      if (errorName(error) !== 'ResourceNotFoundException') throw error
      if (record.isStarted === true || record.progress.reached !== undefined)
        throw new ReplayError(
          `EventBridge has forgotten ${name}, which it keeps for 90 days: it came ${record.progress.reached === undefined ? 'to nobody knows where' : `up to ${record.progress.reached} at least`}. It would begin anew, so start another replay, for what is missing`,
        )
      await start(run, name)
      console.error(`EventBridge replays it as ${name}`)
      return watch()
    })
    const state = stateOf(last)
    await write({ state, ...(state === 'done' ? {} : { reason: reasonOf(name, last) }) })
    return record
  } catch (error) {
    const reason = error instanceof ReplayError ? error.message : errorName(error)
    await write({ state: 'failed', reason }).catch(() => undefined)
    throw error
  }
}

async function start({ clients, record, clock }: RunOfRecord, name: string): Promise<void> {
  const { eventBusArn, archive, filters } = record.plan
  const { arn } = await eventBridgeArchive(clients.events, eventBusArn, archive)
  const now = new Date(clock.now()).toISOString()
  const { since = now, until = now } = filters
  await startEventBridgeReplay({ client: clients.events, name, archiveArn: arn, eventBusArn, since, until })
}

function stateOf({ state }: EventBridgeReplayState): ReplayState {
  if (state === 'COMPLETED') return 'done'
  return state === 'FAILED' || state === 'CANCELLED' ? 'failed' : 'interrupted'
}

function reasonOf(name: string, { state, reason }: EventBridgeReplayState): string {
  return stateOf({ state, reason }) === 'failed'
    ? `EventBridge ended ${name} as ${state}: ${reason}`
    : `EventBridge goes on with ${name} by itself; \`aws events cancel-replay --replay-name ${name}\` ends it`
}
