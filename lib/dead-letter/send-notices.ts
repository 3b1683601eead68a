import pMap from 'p-map'
import { type ApplyOptions, applyChanges } from '../delivery/apply-changes.js'
import { errorName } from '../error-name.js'
import { withOwner } from '../store/shard.js'
import { METRIC } from '../telemetry.js'
import type { TelemetrySink } from '../telemetry-sink.js'
import type { DeadLetterQueue } from './dead-letter-queue.js'
import { type Death, notice } from './notice.js'

export interface SendNoticesOptions extends ApplyOptions {
  readonly queue: DeadLetterQueue
  readonly tableName: string
  readonly telemetry: TelemetrySink
}

const CONCURRENT_MESSAGES = 5

/**
 * Sends the notice of each death, then says on the row that it is out. The row died first, so a crash here, or a
 * queue that is down, leaves a notice owed, never a dead letter that nobody hears of; the sweeper sends what is
 * owed. A notice may be sent twice; its `diedAt` makes the second one harmless.
 *
 * @returns how many were sent
 */
export async function sendNotices(deaths: readonly Death[], options: SendNoticesOptions): Promise<number> {
  const { queue, tableName, clock, until } = options
  const sent = await pMap(
    deaths,
    async (death) => {
      const { eventId, aggregateType, aggregateId } = death.row.identity
      try {
        // A queue that hangs must not hold up the answer.
        if (clock.now() >= until) throw new OutOfTime()
        await queue.send(notice(death, { tableName }))
        return [death]
      } catch (error) {
        const errorCode = errorName(error)
        options.telemetry.error('The notice of a dead letter is owed', {
          eventId,
          aggregateType,
          aggregateId,
          errorCode,
        })
        options.telemetry.count(METRIC.noticeOwed, 1)
        return []
      }
    },
    { concurrency: CONCURRENT_MESSAGES },
  )
  const changes = sent.flat().map(({ row, diedAt }) => ({
    key: row.key,
    transition: 'noticeSent' as const,
    values: { diedAt, newShard: withOwner(row.shard, 'D', row.identity) },
  }))
  await applyChanges(changes, options)
  return changes.length
}

class OutOfTime extends Error {
  override readonly name: string = 'OutOfTime'
}
