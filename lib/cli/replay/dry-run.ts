import type { ReplayPlan } from '../../replay/replay-record.js'
import type { ReplaySource } from '../../replay/source-item.js'
import { tally } from '../../replay/tally.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { interruptible } from '../operate/interruptible.js'
import { jsonText } from '../operate/json-text.js'
import { printable } from '../operate/printable.js'
import { textTable } from '../operate/text-table.js'
import { malformedLine } from './malformed-line.js'
import { nothingFound } from './nothing-found.js'

/** Counts what the plan would send. @throws the source's error */
export async function dryRun(
  plan: ReplayPlan,
  source: ReplaySource | undefined,
  { json }: { readonly json?: true },
  console: Console,
): Promise<ExitCode> {
  if (source === undefined) {
    if (json === true) console.out(jsonText({ dryRun: true, from: plan.from, events: null }))
    console.error('Nothing was sent. EventBridge counts the events of a range only by replaying them.')
    return EXIT_CODE.done
  }
  const counted = await interruptible((isInterrupted) =>
    tally({
      source,
      filters: plan.filters,
      isInterrupted,
      onMalformed: (item) => console.error(printable(malformedLine(item))),
    }),
  )
  if (counted === undefined) {
    console.error('Interrupted.')
    return EXIT_CODE.failed
  }
  if (json === true) console.out(jsonText({ dryRun: true, from: plan.from, ...counted }))
  else {
    const { events, byType, first, last, malformed, duplicates, unpublished } = counted
    for (const line of textTable(
      ['type', 'events'],
      [...Object.entries(byType).map(([type, count]) => [type, String(count)]), ['all', String(events)]],
    ))
      console.out(line)
    if (first !== null) console.out(printable(`first  ${first.occurredAt}  ${first.eventId}`))
    if (last !== null) console.out(printable(`last   ${last.occurredAt}  ${last.eventId}`))
    if (duplicates > 0) console.out(`${duplicates} lines are archived twice, and would be sent once`)
    if (unpublished > 0) console.out(`${unpublished} rows are not delivered yet, and would be left out`)
    if (malformed > 0) console.out(`${malformed} hold no event`)
  }
  const nothing = counted.events === 0 ? nothingFound(plan, counted) : undefined
  if (nothing !== undefined) console.error(nothing)
  console.error('Nothing was sent.')
  if (nothing !== undefined && plan.filters.eventId !== undefined) return EXIT_CODE.failed
  return counted.malformed > 0 && !plan.skipMalformed ? EXIT_CODE.failed : EXIT_CODE.done
}
