import { randomUUID } from 'node:crypto'
import { isoSeconds } from '../events/accept-event.js'
import type { RunLocation } from '../run-location.js'
import type { Schedule } from './schedule.js'

/** One call of a schedule's target. */
export interface Execution {
  /** Milliseconds since the epoch. */
  readonly due: number
  readonly executionId: string
  /** From 1. */
  readonly attempt: number
}

/**
 * The target's `Input` with its context attributes filled in.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
export function payloadOf(schedule: Schedule, execution: Execution, home: RunLocation): string {
  const { input } = schedule.target
  if (input === undefined) return defaultPayload(schedule, execution, home)
  const attributes: Readonly<Record<string, string>> = {
    'schedule-arn': schedule.arn,
    'scheduled-time': isoSeconds(execution.due),
    'execution-id': execution.executionId,
    'attempt-number': String(execution.attempt),
  }
  return input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (text, name: string) => attributes[name] ?? text)
}

/** What functions and queues were seen to get of a schedule without `Input`; other calls get an empty object. */
function defaultPayload({ arn, target }: Schedule, { due }: Execution, home: RunLocation): string {
  if (target.call.kind !== 'invoke-function' && target.call.kind !== 'send-message') return '{}'
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: home.accountId,
    time: isoSeconds(due),
    region: home.region,
    resources: [arn],
    detail: '{}',
  })
}
