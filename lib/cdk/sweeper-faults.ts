import {
  ARCHIVE_BUDGET_SECONDS,
  LEVELS_BUDGET_SECONDS,
  leastGraceSeconds,
  leastLeaseSeconds,
  PROBE_AND_CALL_SECONDS,
  SWEEP_RESERVE_SECONDS,
} from './defaults.js'
import { functionFaults } from './function-faults.js'
import type { OutboxSettings } from './settings.js'
import { durationFaults, fault, integerFaults, NO_MOST, seconds } from './value-faults.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const LONGEST_TIMEOUT = 15 * MINUTE
/** A stream keeps its records for a day: what the relay has not got by then it never gets. */
const LONGEST_GRACE = 48 * HOUR

export function sweeperFaults({ relay, sweeper, retry, hasArchive }: OutboxSettings): string[] {
  const { maxPublishRate } = sweeper
  const archiving = hasArchive ? ARCHIVE_BUDGET_SECONDS : 0
  const wrongInterval = intervalFaults(sweeper)
  const most = wrongInterval.length > 0 ? LONGEST_TIMEOUT : seconds(sweeper.interval) - 1
  return [
    ...wrongInterval,
    ...durationFaults(
      'sweeper.timeout',
      sweeper.timeout,
      LEVELS_BUDGET_SECONDS + PROBE_AND_CALL_SECONDS + archiving + SWEEP_RESERVE_SECONDS + 1,
      Math.min(LONGEST_TIMEOUT, most),
      `less than \`sweeper.interval\`; ${LEVELS_BUDGET_SECONDS} s to count rows, ${PROBE_AND_CALL_SECONDS} s for the probe and a call, ${hasArchive ? `${archiving} s for the archive, ` : ''}and ${SWEEP_RESERVE_SECONDS} s to end must fit in`,
    ),
    ...durationFaults(
      'sweeper.lease',
      sweeper.lease,
      leastLeaseSeconds(seconds(sweeper.timeout)),
      HOUR,
      'twice `sweeper.timeout`: a claim must not lapse while a sweep is at it',
    ),
    ...durationFaults(
      'sweeper.grace',
      sweeper.grace,
      leastGraceSeconds(seconds(relay.maxRecordAge), seconds(relay.timeout)),
      LONGEST_GRACE,
      '`relay.maxRecordAge`, `relay.timeout` and 10 minutes for clocks that are wrong: the relay must be done with an event',
    ),
    ...durationFaults('sweeper.giveUpAfter', sweeper.giveUpAfter, HOUR, NO_MOST),
    ...(maxPublishRate === undefined
      ? []
      : integerFaults('sweeper.maxPublishRate', maxPublishRate, 1, NO_MOST, 'events per second')),
    ...functionFaults('sweeper', sweeper),
    ...durationFaults(
      'retry.backoffCap',
      retry.backoffCap,
      1,
      Math.max(HOUR, seconds(sweeper.giveUpAfter)),
      '`sweeper.giveUpAfter` at most, else an event is given up without a second try',
    ),
    ...durationFaults(
      'retry.backoffBase',
      retry.backoffBase,
      1,
      Math.max(1, seconds(retry.backoffCap)),
      '`retry.backoffCap` at most',
    ),
  ]
}

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html */
function intervalFaults({ interval }: OutboxSettings['sweeper']): string[] {
  const faults = durationFaults('sweeper.interval', interval, MINUTE, HOUR)
  if (faults.length > 0 || seconds(interval) % MINUTE === 0) return faults
  return [
    fault('sweeper.interval', 'be whole minutes, as EventBridge Scheduler counts', `${seconds(interval)} s`),
  ]
}
