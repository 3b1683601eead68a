import { systemClock } from '../../../clock.js'
import { OutboxStore } from '../../../store/outbox-store.js'
import type { Console } from '../../console.js'
import { EXIT_CODE, type ExitCode } from '../../exit-code.js'
import type { AwsClients } from '../aws-clients.js'
import type { Browsed } from '../browse-queue.js'
import { confirmed } from '../confirmed.js'
import { counted } from '../counted.js'
import { errorLine } from '../error-line.js'
import { interruptible } from '../interruptible.js'
import { jsonText } from '../json-text.js'
import type { OutboxResources } from '../outbox-resources.js'
import { printable } from '../printable.js'
import { progress } from '../progress.js'
import { rowLines } from '../row-lines.js'
import { shownRow } from '../shown-row.js'
import { type ChosenDead, chooseDead } from './choose-dead.js'
import { deleteNotices } from './delete-notices.js'
import { oldEventsLine } from './old-events-line.js'
import type { RedriveOptions } from './redrive-options.js'
import { redriveLines, redriveReport } from './redrive-report.js'
import { type RedriveOutcome, redriveRows } from './redrive-rows.js'

/** Rows of the plan that a person is shown before the question. */
const SHOWN = 20

/** Chooses, shows, asks, redrives, deletes the notices, reports. @throws CliError, the SDK's error */
export async function runRedrive(
  clients: AwsClients,
  outbox: OutboxResources,
  eventIds: readonly string[],
  options: RedriveOptions,
  console: Console,
): Promise<ExitCode> {
  const clock = systemClock
  const chosen = await chooseDead(clients, outbox, eventIds, options)
  const { rows, missing } = chosen
  const warning = oldEventsLine(rows, clock.now())
  if (options.dryRun === true) {
    tellDry(outbox, chosen, options, console)
    if (warning !== undefined) console.error(warning)
    return missing.length > 0 ? EXIT_CODE.failed : EXIT_CODE.done
  }
  let outcomes: readonly RedriveOutcome[] = []
  let notices: Browsed | string | undefined =
    outbox.deadLetterQueueUrl === undefined ? undefined : { deleted: 0, isWhole: true }
  if (rows.length > 0) {
    for (const line of rowLines(rows.slice(0, SHOWN), clock.now())) console.error(line)
    if (rows.length > SHOWN) console.error(`and ${rows.length - SHOWN} more`)
    if (warning !== undefined) console.error(warning)
    const what = `Redrive ${counted(rows.length, 'event')} of ${outbox.name}`
    if (!(await confirmed(console, what, options))) {
      console.error('Nothing was done.')
      return EXIT_CODE.failed
    }
    const by = await clients.caller()
    const tell = progress(console, clock)
    outcomes = await interruptible((isInterrupted) =>
      redriveRows(rows, {
        store: new OutboxStore(clients.documents, outbox),
        clock,
        random: Math.random,
        rate: options.rate,
        by,
        isInterrupted,
        onBatch: (done) => tell(() => `${done} of ${rows.length}`),
      }),
    )
    notices = await noticesGone(clients, outbox, outcomes, console).catch((error: unknown) =>
      errorLine(error, options),
    )
  }
  const report = redriveReport({ outbox: outbox.name, chosen: rows.length, missing, outcomes, notices })
  if (options.json === true) console.out(jsonText(report))
  else for (const line of redriveLines(report)) console.out(line)
  if (report.noticesError !== null)
    console.error(
      printable(
        `Notices could not be deleted from the dead-letter queue; they are harmless, the events above are redriven: ${report.noticesError}`,
      ),
    )
  // Who names an event wants to know that it is redriven; of all that fit somebody else may have taken some.
  const isLost = eventIds.length > 0 && report.lost > 0
  const isDone =
    report.failed === 0 &&
    missing.length === 0 &&
    report.left === 0 &&
    report.noticesError === null &&
    !isLost
  return isDone ? EXIT_CODE.done : EXIT_CODE.failed
}

function tellDry(
  outbox: OutboxResources,
  { rows, missing }: ChosenDead,
  { json }: RedriveOptions,
  console: Console,
): void {
  if (json === true) {
    console.out(jsonText({ outbox: outbox.name, dryRun: true, missing, events: rows.map(shownRow) }))
    return
  }
  if (rows.length > 0) for (const line of rowLines(rows, systemClock.now())) console.out(line)
  for (const eventId of missing)
    console.out(printable(`missing  ${eventId}  is no dead letter: see \`outbox show\``))
  console.out(`Dry run: ${rows.length} would be redriven, ${missing.length} missing`)
}

/** A notice that stays is harmless: sent to the redrive queue, it finds nothing to do. */
async function noticesGone(
  clients: AwsClients,
  outbox: OutboxResources,
  outcomes: readonly RedriveOutcome[],
  console: Console,
): Promise<Browsed | undefined> {
  const { deadLetterQueueUrl } = outbox
  if (deadLetterQueueUrl === undefined) return undefined
  const redriven = outcomes.filter(({ outcome }) => outcome === 'redriven').map(({ row }) => row)
  if (redriven.length === 0) return { deleted: 0, isWhole: true }
  const notices = await deleteNotices(clients, { ...outbox, deadLetterQueueUrl }, redriven, systemClock)
  if (!notices.isWhole && notices.deleted < redriven.length)
    console.error(
      'The dead-letter queue was not looked through to its end: notices of redriven events may stay in it',
    )
  return notices
}
