import type { ReplayPlan } from '../../replay/replay-record.js'
import { printable } from '../operate/printable.js'
import { filterText } from './filter-text.js'

const PLACE = {
  rows: 'the rows',
  archive: 'the archive',
  both: 'the archive and the rows that wait for it',
  'event-bridge': "EventBridge's archive",
} as const satisfies Record<ReplayPlan['from'], string>

/** What to say of a replay that found no event. */
export function nothingFound(
  { from, filters }: Pick<ReplayPlan, 'from' | 'filters'>,
  { unpublished }: { readonly unpublished: number },
): string {
  const undelivered =
    unpublished === 0
      ? ''
      : ` ${unpublished} ${unpublished === 1 ? 'row is' : 'rows are'} not delivered yet: that is the outbox's to do.`
  return printable(
    `Nothing was found: ${PLACE[from]} ${from === 'both' || from === 'rows' ? 'have' : 'has'} no delivered event ${filterText(filters)}.${undelivered}`,
  )
}
