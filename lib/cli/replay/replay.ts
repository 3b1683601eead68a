import type { S3Client } from '@aws-sdk/client-s3'
import type { Clock } from '../../clock.js'
import { ENVIRONMENT } from '../../environment.js'
import { ReplayError } from '../../replay/replay-error.js'
import type { ReplayPlan, ReplayRecord } from '../../replay/replay-record.js'
import { ReplayRecords } from '../../replay/replay-records.js'
import { archiveClient } from '../archive/archive-client.js'
import { archiveFault } from '../archive/archive-fault.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import type { AwsClients } from '../operate/aws-clients.js'
import { confirmed } from '../operate/confirmed.js'
import { interruptible } from '../operate/interruptible.js'
import { jsonText } from '../operate/json-text.js'
import type { OutboxResources } from '../operate/outbox-resources.js'
import { printable } from '../operate/printable.js'
import { withOutbox } from '../operate/with-outbox.js'
import { busArn } from './bus-arn.js'
import { dryRun } from './dry-run.js'
import { findConsumer } from './find-consumer.js'
import { lookAt } from './look-at.js'
import { newRecord, resumedRecord } from './new-record.js'
import { nothingFound } from './nothing-found.js'
import { planLines } from './plan-lines.js'
import { planOf, resumedPlan } from './plan-of.js'
import type { ReplayOptions } from './replay-options.js'
import { replayResult } from './replay-result.js'
import { resultLine } from './result-line.js'
import { resumeCommand } from './resume-command.js'
import { runEventBridge } from './run-event-bridge.js'
import { runRecord } from './run-record.js'
import { showHistory } from './show-history.js'
import { sourceOf } from './source-of.js'

/** @param options without a fault */
export function replay(options: ReplayOptions, console: Console, clock: Clock): Promise<ExitCode> {
  return withOutbox(options, console, async (clients, outbox) => {
    const s3 = archiveClient(clients)
    try {
      return await replayOutbox({ clients, s3, outbox, options, console, clock })
    } catch (error) {
      throw archiveFault(error, options.bucket ?? outbox.environment[ENVIRONMENT.archiveBucket])
    } finally {
      s3.destroy()
    }
  })
}

interface Work {
  readonly clients: AwsClients
  readonly s3: S3Client
  readonly outbox: OutboxResources
  readonly options: ReplayOptions
  readonly console: Console
  readonly clock: Clock
}

async function replayOutbox(work: Work): Promise<ExitCode> {
  const { clients, s3, outbox, options, console, clock } = work
  const records = new ReplayRecords({
    client: clients.documents,
    tableName: outbox.tableName,
    keys: outbox.keys,
    outboxName: outbox.name,
  })
  if (options.history === true) {
    await showHistory(records, options, console)
    return EXIT_CODE.done
  }
  const before =
    options.resume === undefined ? undefined : await resumedRecord(records, options.resume, clock.now())
  const planned =
    before === undefined
      ? await planOf({
          clients,
          s3,
          outbox,
          options,
          eventBusArn: await busArn(clients, outbox),
          now: clock.now(),
        })
      : resumedPlan(before.plan, options)
  const source = sourceOf({ clients, s3, outbox, plan: planned, clock })
  // Before the question: what cannot be found is told at once.
  const consumer = planned.consumer === undefined ? undefined : await findConsumer(clients, planned.consumer)
  const found = await lookAt({ clients, s3, outboxName: outbox.name, plan: planned, source })
  const { counted = before === undefined ? found.counted : undefined } = planned
  const plan: ReplayPlan = counted === undefined ? planned : { ...planned, counted }
  for (const line of planLines(plan, outbox, found, clock.now())) console.error(line)
  if (consumer?.isFifo === true) console.error(FIFO_NOTE)
  if (options.dryRun === true) return dryRun(plan, source, options, console)
  if (before !== undefined) console.error(printable(`So far: ${resultLine(before)}`))
  if (!(await confirmed(console, before === undefined ? 'Send them' : 'Go on with it', options))) {
    console.error('Nothing was sent.')
    return EXIT_CODE.failed
  }

  const by = await clients.caller()
  const record = newRecord({ outboxName: outbox.name, by, plan, now: clock.now(), before })
  if (before === undefined) await records.create(record)
  else await records.take(record, before.run)
  try {
    const last = await interruptible((isInterrupted) => {
      const run = { clients, records, record, console, clock, isInterrupted }
      return source === undefined
        ? runEventBridge(run)
        : runRecord({ ...run, source, consumer, outboxName: outbox.name })
    })
    return report(last, options, console)
  } catch (error) {
    // Of its own it ends only when another has taken it over.
    if (!(error instanceof ReplayError)) console.error(`Go on with: ${resumeCommand(record.id, options)}`)
    throw error
  }
}

function report(record: ReplayRecord, options: ReplayOptions, console: Console): ExitCode {
  const { state, plan, progress, reason } = record
  if (options.json === true) console.out(jsonText(replayResult(record)))
  else console.out(printable(resultLine(record)))
  if (reason !== undefined) console.error(printable(reason))
  const { sent, failed, denied = 0 } = progress
  const isNothing = state === 'done' && plan.from !== 'event-bridge' && sent + failed + denied === 0
  if (isNothing) console.error(nothingFound(plan, progress))
  // What EventBridge has ended, it does not take up again.
  const isOver = state === 'done' || (state === 'failed' && plan.from === 'event-bridge')
  if (!isOver) console.error(`Go on with: ${resumeCommand(record.id, options)}`)
  // Of a range there may be none; who names an event expects it.
  const isMissing = isNothing && plan.filters.eventId !== undefined
  return state === 'done' && failed === 0 && !isMissing ? EXIT_CODE.done : EXIT_CODE.failed
}

const FIFO_NOTE =
  'Its queue is FIFO: it gets the detail alone, so the handler cannot tell the replay, and SQS drops what it got within 5 minutes.'
