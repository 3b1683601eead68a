import { PUT_EVENTS_MAX_BYTES } from '../limits.js'
import { attributeNameFaults } from './attribute-name-faults.js'
import { functionFaults } from './function-faults.js'
import { metricFaults } from './metric-faults.js'
import { relayFaults } from './relay-faults.js'
import type { OutboxSettings } from './settings.js'
import { sourceFaults } from './source-faults.js'
import { sweeperFaults } from './sweeper-faults.js'
import { durationFaults, integerFaults, NO_MOST, seconds } from './value-faults.js'

const DAY_SECONDS = 24 * 60 * 60
const MIN_EVENT_BYTES = 1024

/** What is wrong with the settings, a line for each. Names and numbers that only the deployment knows are not judged. */
export function settingFaults(settings: OutboxSettings): string[] {
  return [
    ...attributeNameFaults('', settings),
    ...sourceFaults(settings.source),
    ...integerFaults('maxEventBytes', settings.maxEventBytes, MIN_EVENT_BYTES, PUT_EVENTS_MAX_BYTES - 1),
    ...metricFaults(settings.metricsByEventType),
    ...relayFaults(settings.relay),
    ...retentionFaults(settings),
    ...sweeperFaults(settings),
    ...functionFaults('redrive', settings.redrive),
  ]
}

function retentionFaults({ retention, relay }: OutboxSettings): string[] {
  return durationFaults(
    'retention',
    retention,
    DAY_SECONDS + seconds(relay.maxRecordAge),
    NO_MOST,
    'a day and `relay.maxRecordAge`: an event must outlive its stream record',
  )
}
