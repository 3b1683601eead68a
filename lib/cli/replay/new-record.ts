import { uuidv7 } from 'uuidv7'
import { assertResumable } from '../../replay/assert-resumable.js'
import { NO_PROGRESS } from '../../replay/replay-progress.js'
import type { ReplayPlan, ReplayRecord } from '../../replay/replay-record.js'
import type { ReplayRecords } from '../../replay/replay-records.js'
import { CliError } from '../operate/cli-error.js'

export interface Begun {
  readonly outboxName: string
  readonly by: string
  readonly plan: ReplayPlan
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The record of the run that is gone on with. */
  readonly before?: ReplayRecord
}

/** The record of a run that begins. */
export function newRecord({ outboxName, by, plan, now, before }: Begun): ReplayRecord {
  const time = new Date(now).toISOString()
  return {
    id: before?.id ?? uuidv7(),
    outbox: outboxName,
    by: before?.by ?? by,
    ...(before === undefined ? {} : { resumedBy: by }),
    startedAt: before?.startedAt ?? time,
    updatedAt: time,
    state: 'running',
    run: uuidv7(),
    plan,
    progress: before?.progress ?? NO_PROGRESS,
    failedEvents: before?.failedEvents ?? [],
  }
}

/** The record to go on with. @throws CliError when there is none, ReplayError when it cannot be resumed */
export async function resumedRecord(records: ReplayRecords, id: string, now: number): Promise<ReplayRecord> {
  const record = await records.get(id)
  if (record === undefined)
    throw new CliError(`There is no replay ${id} of this outbox: \`outbox replay --history\` lists them`)
  assertResumable(record, now)
  return record
}
