import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import {
  lowerFirst,
  optionalNumber,
  optionalRecord,
  optionalString,
  requiredString,
  requiredStrings,
} from '../api-input.js'
import type { Archive } from '../archives/archive.js'
import { type Replay, stateReason } from '../archives/replay.js'
import { constraintError } from '../constraint-error.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_StartReplay.html */
export function startReplay(context: EventsContext, input: JsonRecord): JsonRecord {
  const { environment, archives, replays, now } = context
  const name = requiredString(input, 'ReplayName')
  if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(name)) {
    throw constraintError('replayName', 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', name)
  }
  const archiveArn = requiredString(input, 'EventSourceArn')
  const archive = archives.findByArn(archiveArn)
  if (archive === undefined) {
    const archiveName = archiveArn.slice(archiveArn.lastIndexOf('/') + 1)
    throw invalid('EventSourceArn', `Archive ${archiveName} does not exist.`)
  }
  const destination = optionalRecord(input, 'Destination')
  if (destination === undefined) throw constraintError('destination', 'not be null')
  checkDestination(context, destination, archive)
  const filterArns = destination['FilterArns'] === undefined ? [] : requiredStrings(destination, 'FilterArns')
  const eventStartTime = requiredTime(input, 'EventStartTime')
  const eventEndTime = requiredTime(input, 'EventEndTime')
  if (eventStartTime >= eventEndTime) {
    throw invalid('EventEndTime', 'EventStartTime must be before EventEndTime.')
  }
  const description = optionalString(input, 'Description')
  const replay: Replay = {
    name,
    arn: `arn:aws:events:${environment.region}:${environment.accountId}:replay/${name}`,
    ...(description !== undefined && { description }),
    archive,
    destination,
    ...(filterArns.length > 0 && { ruleArns: new Set(filterArns) }),
    eventStartTime,
    eventEndTime,
    startedAt: now(),
    state: 'STARTING',
  }
  replays.start(replay)
  return {
    ReplayArn: replay.arn,
    State: replay.state,
    StateReason: stateReason(replay.state),
    ReplayStartTime: replay.startedAt / 1000,
  }
}

/** "Archive events can only be replayed to the source event bus." */
function checkDestination({ buses }: EventsContext, destination: JsonRecord, archive: Archive): void {
  const arn = requiredString(destination, 'Arn')
  const bus = buses.get(arn)
  if (bus.arn !== archive.eventSourceArn || bus.arn !== arn) {
    throw invalid('Destination.Arn', 'Cross event bus replay is not permitted.')
  }
}

/** Milliseconds since the epoch. Fractions of a second do not count: events have none. */
function requiredTime(input: JsonRecord, name: string): number {
  const seconds = optionalNumber(input, name)
  if (seconds === undefined) throw constraintError(lowerFirst(name), 'not be null')
  return Math.floor(seconds) * 1000
}

function invalid(parameter: string, reason: string): AwsError {
  return new AwsError('ValidationException', `Parameter ${parameter} is not valid. Reason: ${reason}`)
}
