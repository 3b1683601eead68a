import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalNumber, optionalString, requiredStrings } from '../api-input.js'

/** One entry of a PutEvents request. Whether its members are valid is checked later. */
export interface PutEventsEntry {
  /** Milliseconds since the epoch. */
  readonly time?: number
  readonly source?: string
  readonly detailType?: string
  readonly detail?: string
  readonly resources: readonly string[]
  readonly eventBusName?: string
  readonly traceHeader?: string
}

/** @throws AwsError SerializationException when a member has the wrong JSON type */
export function parseEntry(input: JsonRecord): PutEventsEntry {
  const time = optionalNumber(input, 'Time')
  if (time !== undefined && Number.isNaN(new Date(time * 1000).getTime())) {
    throw new AwsError('SerializationException', 'Expected `Time` to be seconds since the epoch')
  }
  const source = optionalString(input, 'Source')
  const detailType = optionalString(input, 'DetailType')
  const detail = optionalString(input, 'Detail')
  const eventBusName = optionalString(input, 'EventBusName')
  const traceHeader = optionalString(input, 'TraceHeader')
  return {
    ...(time !== undefined && { time: time * 1000 }),
    ...(source !== undefined && { source }),
    ...(detailType !== undefined && { detailType }),
    ...(detail !== undefined && { detail }),
    resources: (input['Resources'] ?? undefined) === undefined ? [] : requiredStrings(input, 'Resources'),
    ...(eventBusName !== undefined && { eventBusName }),
    ...(traceHeader !== undefined && { traceHeader }),
  }
}
