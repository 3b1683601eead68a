import {
  LEAST_OUTAGE_SECONDS,
  leastRetryAttempts,
  RETRY_BUDGET_SECONDS,
  SETTLE_RESERVE_SECONDS,
} from './defaults.js'
import { functionFaults } from './function-faults.js'
import type { RelaySettings } from './settings.js'
import { durationFaults, integerFaults, seconds } from './value-faults.js'

const MINUTE = 60
const HOUR = 60 * MINUTE

export function relayFaults(relay: RelaySettings): string[] {
  const leastTimeout = RETRY_BUDGET_SECONDS + SETTLE_RESERVE_SECONDS + 1
  const leastRetries = leastRetryAttempts(seconds(relay.maxRecordAge))
  return [
    ...integerFaults('relay.batchSize', relay.batchSize, 1, 10_000),
    ...durationFaults(
      'relay.maxBatchingWindow',
      relay.maxBatchingWindow,
      0,
      Math.min(5 * MINUTE, Math.max(0, seconds(relay.maxRecordAge) - 1)),
      'less than `relay.maxRecordAge`, else records grow too old while they are gathered',
    ),
    ...durationFaults('relay.maxRecordAge', relay.maxRecordAge, MINUTE, 23 * HOUR),
    ...integerFaults(
      'relay.retryAttempts',
      relay.retryAttempts,
      leastRetries,
      10_000,
      `\`relay.maxRecordAge\` / ${LEAST_OUTAGE_SECONDS} s or more, else an outage is ended by attempts`,
    ),
    ...functionFaults('relay', relay),
    ...durationFaults(
      'relay.timeout',
      relay.timeout,
      leastTimeout,
      15 * MINUTE,
      `a retry budget of ${RETRY_BUDGET_SECONDS} s and ${SETTLE_RESERVE_SECONDS} s to settle must fit in`,
    ),
  ]
}
