import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { errorName } from '../../error-name.js'
import { busTarget } from '../../replay/bus-target.js'
import type { FailedEvent } from '../../replay/failed-event.js'
import { queueTarget } from '../../replay/queue-target.js'
import { ReplayError } from '../../replay/replay-error.js'
import { MAX_FAILED_NAMED, type ReplayRecord } from '../../replay/replay-record.js'
import { ReplayRun } from '../../replay/replay-run.js'
import type { ReplayTarget } from '../../replay/replay-target.js'
import type { ReplaySource } from '../../replay/source-item.js'
import { PublishPace } from '../../sweeper/publish-pace.js'
import { printable } from '../operate/printable.js'
import { progress } from '../operate/progress.js'
import type { ConsumerQueue } from './find-consumer.js'
import { malformedLine } from './malformed-line.js'
import { resultLine } from './result-line.js'
import type { RunOfRecord } from './run-of-record.js'

export interface SendingRun extends RunOfRecord {
  readonly source: ReplaySource
  /** Instead of the bus. */
  readonly consumer?: ConsumerQueue
  readonly outboxName: string
}

/** Sends the source's events and keeps the record. @returns the record as it was left @throws what stopped it */
export async function runRecord(run: SendingRun): Promise<ReplayRecord> {
  const { clients, records, source, console, clock, isInterrupted } = run
  let record = run.record
  const write = async (change: Partial<ReplayRecord>): Promise<void> => {
    record = { ...record, ...change, updatedAt: new Date(clock.now()).toISOString() }
    await records.update(record)
  }
  const tell = progress(console, clock)
  // A call is repeated entry by entry; the clients would send what was taken again.
  const settings = { ...clients.settings, maxAttempts: 1 }
  const events = new EventBridgeClient(settings)
  const sqs = new SQSClient(settings)
  const { eventBusArn, filters, rate, skipMalformed, skipDenied, skipFailing, counted } = record.plan
  const target: ReplayTarget =
    run.consumer === undefined
      ? busTarget({ client: events, eventBusArn, outboxName: run.outboxName, clock })
      : queueTarget({ client: sqs, ...run.consumer, eventBusArn })
  const named = (what: string, failed: FailedEvent): void => {
    const { eventId, eventType, errorCode, errorMessage } = failed
    console.error(printable(`${what}  ${eventId}  ${eventType}  ${errorCode}: ${errorMessage}`))
    if (record.failedEvents.length < MAX_FAILED_NAMED)
      record = { ...record, failedEvents: [...record.failedEvents, failed] }
  }
  try {
    const end = await new ReplayRun({
      source,
      filters,
      target,
      pace: new PublishPace(clock, rate),
      clock,
      random: Math.random,
      skipMalformed,
      skipDenied: skipDenied === true,
      skipFailing: skipFailing === true,
      counted,
      progress: record.progress,
      isInterrupted,
      note: async (noted) => {
        await write({ progress: noted })
        tell(() => printable(resultLine(record)))
      },
      onFailed: (failed) => named('failed', failed),
      onDenied: (denied) => named('denied', denied),
      onWait: ({ code, message }) =>
        console.error(printable(`waiting  ${code}: ${message}. It is tried again for some minutes`)),
      onMalformed: (item) => console.error(printable(malformedLine(item))),
    }).run()
    if (end.kind === 'stopped') await write({ state: 'failed', reason: end.reason })
    else await write({ state: end.kind })
    return record
  } catch (error) {
    // The error is what matters; if it cannot be written down either, the record says `running` until it is resumed.
    await write({ state: 'failed', reason: reasonOf(error) }).catch(() => undefined)
    throw error
  } finally {
    events.destroy()
    sqs.destroy()
  }
}

/** Messages of services may quote a payload. */
function reasonOf(error: unknown): string {
  return error instanceof ReplayError ? error.message : errorName(error)
}
