import { Token } from 'aws-cdk-lib'
import { DETAIL_TYPE_MAX_CHARACTERS } from '../../limits.js'
import { fault } from '../value-faults.js'
import type { ConsumerSettings } from './consumer-settings.js'

export function eventFaults({ eventTypes, allEventsOf, filter }: ConsumerSettings): string[] {
  if (eventTypes !== undefined && allEventsOf !== undefined)
    return ['Expected `events` or `allEventsOf`, got both. Leave one out.']
  if (eventTypes !== undefined) return typeFaults(eventTypes)
  if (allEventsOf === undefined)
    return [
      'Expected `events` or `allEventsOf`, got neither. Name the types, or the type of the aggregates to get all.',
    ]
  return [
    ...(allEventsOf === '' || allEventsOf.includes('#')
      ? [fault('allEventsOf', 'be an aggregate type: not empty, without `#`', allEventsOf)]
      : []),
    ...(filter?.metadata !== undefined && 'aggregateType' in filter.metadata
      ? ['Expected `filter.metadata` to leave `aggregateType` to `allEventsOf`. Leave it out.']
      : []),
  ]
}

function typeFaults(eventTypes: readonly string[]): string[] {
  if (eventTypes.length === 0) return [fault('events', 'name at least one event', 'none')]
  return eventTypes.flatMap((type, index) => {
    const path = `events[${index}]`
    // A definition of plain JavaScript may have none.
    if (typeof type !== 'string') return [fault(path, 'be a type or have one', String(type))]
    if (Token.isUnresolved(type)) return []
    if (type.length < 1 || type.length > DETAIL_TYPE_MAX_CHARACTERS)
      return [fault(path, `have 1 to ${DETAIL_TYPE_MAX_CHARACTERS} characters`, type)]
    return eventTypes.indexOf(type) === index ? [] : [fault(path, 'be named once', type)]
  })
}
