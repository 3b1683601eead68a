import { type Duration, Token } from 'aws-cdk-lib'
import { PUT_EVENTS_MAX_BYTES, RESERVED_SOURCE, SOURCE_MAX_CHARACTERS } from '../limits.js'
import { ATTRIBUTE } from '../store/layout.js'
import {
  LEAST_OUTAGE_SECONDS,
  leastRetryAttempts,
  RETRY_BUDGET_SECONDS,
  SETTLE_RESERVE_SECONDS,
} from './defaults.js'
import type { OutboxSettings, RelaySettings } from './settings.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const MIN_EVENT_BYTES = 1024
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const ATTRIBUTE_NAME_MAX_CHARACTERS = 255

/** What is wrong with the settings, a line for each. Values that only the deployment knows are not judged. */
export function settingFaults(settings: OutboxSettings): string[] {
  return [
    ...attributeNameFaults(settings),
    ...sourceFaults(settings.source),
    ...integerFaults('maxEventBytes', settings.maxEventBytes, MIN_EVENT_BYTES, PUT_EVENTS_MAX_BYTES - 1),
    ...relayFaults(settings.relay),
    ...retentionFaults(settings),
  ]
}

function attributeNameFaults({ keys, ttlAttribute }: OutboxSettings): string[] {
  const names = [
    ['keys.partitionKey', keys.partitionKey],
    ...(keys.sortKey === undefined ? [] : [['keys.sortKey', keys.sortKey] as const]),
    ['ttlAttribute', ttlAttribute],
  ] as const
  const ours = new Set<string>(Object.values(ATTRIBUTE))
  return names.flatMap(([path, name], index) => {
    if (Token.isUnresolved(name)) return [fault(path, 'be known at synth', name)]
    if (name.length < 1 || name.length > ATTRIBUTE_NAME_MAX_CHARACTERS)
      return [fault(path, `have 1 to ${ATTRIBUTE_NAME_MAX_CHARACTERS} characters`, name)]
    if (ours.has(name)) return [fault(path, 'be no attribute of the outbox itself', name)]
    const earlier = names.slice(0, index).find(([, other]) => other === name)
    return earlier === undefined ? [] : [fault(path, `differ from \`${earlier[0]}\``, name)]
  })
}

function sourceFaults(source: string): string[] {
  if (Token.isUnresolved(source)) return []
  if (source.length < 1 || source.length > SOURCE_MAX_CHARACTERS)
    return [fault('source', `have 1 to ${SOURCE_MAX_CHARACTERS} characters`, source)]
  return RESERVED_SOURCE.test(source)
    ? [fault('source', 'not begin with `aws.`, which EventBridge keeps for AWS', source)]
    : []
}

function relayFaults(relay: RelaySettings): string[] {
  const leastTimeout = RETRY_BUDGET_SECONDS + SETTLE_RESERVE_SECONDS + 1
  const leastRetries = leastRetryAttempts(seconds(relay.maxRecordAge) ?? 0)
  return [
    ...integerFaults('relay.batchSize', relay.batchSize, 1, 10_000),
    ...durationFaults('relay.maxBatchingWindow', relay.maxBatchingWindow, 0, 5 * MINUTE),
    ...durationFaults('relay.maxRecordAge', relay.maxRecordAge, MINUTE, 23 * HOUR),
    ...integerFaults(
      'relay.retryAttempts',
      relay.retryAttempts,
      leastRetries,
      10_000,
      `\`relay.maxRecordAge\` / ${LEAST_OUTAGE_SECONDS} s or more, else an outage is ended by attempts`,
    ),
    ...integerFaults('relay.memorySize', relay.memorySize, 128, 10_240),
    ...durationFaults(
      'relay.timeout',
      relay.timeout,
      leastTimeout,
      15 * MINUTE,
      `a retry budget of ${RETRY_BUDGET_SECONDS} s and ${SETTLE_RESERVE_SECONDS} s to settle must fit in`,
    ),
  ]
}

function retentionFaults({ retention, relay }: OutboxSettings): string[] {
  const age = seconds(relay.maxRecordAge) ?? 0
  return durationFaults(
    'retention',
    retention,
    24 * HOUR + age,
    Number.MAX_SAFE_INTEGER,
    'a day and `relay.maxRecordAge`: an event must outlive its stream record',
  )
}

function integerFaults(path: string, value: number, least: number, most: number, reason?: string): string[] {
  if (Token.isUnresolved(value)) return []
  if (Number.isInteger(value) && value >= least && value <= most) return []
  return [fault(path, `be a whole number from ${least} to ${most}${because(reason)}`, value)]
}

function durationFaults(
  path: string,
  value: Duration,
  least: number,
  most: number,
  reason?: string,
): string[] {
  const found = seconds(value)
  if (found === undefined || (found >= least && found <= most)) return []
  const range = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`
  return [`Expected \`${path}\` to be ${range} seconds${because(reason)}, got \`${found}\` seconds`]
}

function seconds(duration: Duration): number | undefined {
  return duration.isUnresolved() ? undefined : duration.toSeconds({ integral: false })
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`
}

function fault(path: string, rule: string, value: string | number): string {
  return `Expected \`${path}\` to ${rule}, got \`${value}\` (${typeof value})`
}
