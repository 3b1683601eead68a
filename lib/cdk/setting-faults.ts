import { Token } from 'aws-cdk-lib'
import { PUT_EVENTS_MAX_BYTES, RESERVED_SOURCE, SOURCE_MAX_CHARACTERS } from '../limits.js'
import { ATTRIBUTE } from '../store/layout.js'
import { functionFaults } from './function-faults.js'
import { relayFaults } from './relay-faults.js'
import type { OutboxSettings } from './settings.js'
import { sweeperFaults } from './sweeper-faults.js'
import { durationFaults, fault, integerFaults, NO_MOST, seconds } from './value-faults.js'

const DAY_SECONDS = 24 * 60 * 60
const MIN_EVENT_BYTES = 1024
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const ATTRIBUTE_NAME_MAX_CHARACTERS = 255

/** What is wrong with the settings, a line for each. Names and numbers that only the deployment knows are not judged. */
export function settingFaults(settings: OutboxSettings): string[] {
  return [
    ...attributeNameFaults(settings),
    ...sourceFaults(settings.source),
    ...integerFaults('maxEventBytes', settings.maxEventBytes, MIN_EVENT_BYTES, PUT_EVENTS_MAX_BYTES - 1),
    ...relayFaults(settings.relay),
    ...retentionFaults(settings),
    ...sweeperFaults(settings),
    ...functionFaults('redrive', settings.redrive),
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

function retentionFaults({ retention, relay }: OutboxSettings): string[] {
  return durationFaults(
    'retention',
    retention,
    DAY_SECONDS + seconds(relay.maxRecordAge),
    NO_MOST,
    'a day and `relay.maxRecordAge`: an event must outlive its stream record',
  )
}
