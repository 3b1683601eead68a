import type { Check } from './check.js'
import { archiveBucket } from './checks/archive-bucket.js'
import { archiveDelay } from './checks/archive-delay.js'
import { deadLetterQueue } from './checks/dead-letter-queue.js'
import { deadLetters } from './checks/dead-letters.js'
import { eventBus } from './checks/event-bus.js'
import { foreignRegions } from './checks/foreign-regions.js'
import { functionEnvironments } from './checks/function-environments.js'
import { mappingFilter } from './checks/mapping-filter.js'
import { mappingSettings } from './checks/mapping-settings.js'
import { mappingSource } from './checks/mapping-source.js'
import { oldPending } from './checks/old-pending.js'
import { ownerIndex } from './checks/owner-index.js'
import { permissions } from './checks/permissions.js'
import { redriveQueue } from './checks/redrive-queue.js'
import { relayFailureQueue } from './checks/relay-failure-queue.js'
import { relayMapping } from './checks/relay-mapping.js'
import { strayRows } from './checks/stray-rows.js'
import { sweepSchedule } from './checks/sweep-schedule.js'
import { tableExists } from './checks/table-exists.js'
import { tableKeys } from './checks/table-keys.js'
import { tableStream } from './checks/table-stream.js'
import { tableTtl } from './checks/table-ttl.js'

/** In the order in which an event meets what they look at. */
export const CHECKS: readonly Check[] = [
  tableExists,
  tableKeys,
  tableTtl,
  tableStream,
  ownerIndex,
  relayMapping,
  mappingSource,
  mappingFilter,
  mappingSettings,
  functionEnvironments,
  sweepSchedule,
  eventBus,
  deadLetterQueue,
  redriveQueue,
  relayFailureQueue,
  foreignRegions,
  strayRows,
  oldPending,
  deadLetters,
  archiveBucket,
  archiveDelay,
  permissions,
]
