import { AwsError } from '../aws-error.js'
import {
  lowerFirst,
  optionalNumber,
  optionalRecord,
  optionalString,
  requiredString,
} from '../events/api-input.js'
import { constraintError } from '../events/constraint-error.js'
import type { JsonRecord } from '../record.js'
import type { RunLocation } from '../run-location.js'
import { InvalidExpression } from './expression/invalid-expression.js'
import { type ScheduleExpression, scheduleExpression } from './expression/schedule-expression.js'
import { TimeZone } from './expression/time-zone.js'
import type { ScheduleSettings } from './schedule.js'
import { parseScheduleTarget } from './target/parse-schedule-target.js'

const UTC = 'UTC'

/**
 * The settings of a schedule as CreateSchedule, UpdateSchedule and a template give them.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
 * @throws AwsError ValidationException
 */
export function parseSchedule(input: JsonRecord, home: RunLocation): ScheduleSettings {
  const expressionText = requiredString(input, 'ScheduleExpression')
  const timeZone = optionalString(input, 'ScheduleExpressionTimezone') ?? UTC
  const startDate = time(input, 'StartDate')
  const endDate = time(input, 'EndDate')
  if (startDate !== undefined && endDate !== undefined && startDate >= endDate) {
    throw new AwsError('ValidationException', 'The StartDate must come before the EndDate.')
  }
  const description = optionalString(input, 'Description')
  const flexibleTimeWindow = requiredRecord(input, 'FlexibleTimeWindow')
  return {
    expressionText,
    expression: parseExpression(expressionText, timeZone),
    timeZone,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    state: oneOf(input, 'State', ['ENABLED', 'DISABLED']) ?? 'ENABLED',
    flexibleTimeWindow,
    flexibleMinutes: flexibleMinutes(flexibleTimeWindow),
    actionAfterCompletion: oneOf(input, 'ActionAfterCompletion', ['NONE', 'DELETE']) ?? 'NONE',
    ...(description !== undefined && { description }),
    target: parseScheduleTarget(requiredRecord(input, 'Target'), home),
  }
}

function parseExpression(text: string, timeZone: string): ScheduleExpression {
  try {
    return scheduleExpression(text, timeZone === UTC ? TimeZone.UTC : new TimeZone(timeZone))
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    throw new AwsError('ValidationException', `Invalid Schedule Expression ${text}. ${error.message}.`)
  }
}

function flexibleMinutes(window: JsonRecord): number {
  const mode = oneOf(window, 'Mode', ['OFF', 'FLEXIBLE'])
  if (mode === undefined) throw constraintError('flexibleTimeWindow.mode', 'not be null')
  const minutes = optionalNumber(window, 'MaximumWindowInMinutes')
  if ((mode === 'FLEXIBLE') !== (minutes !== undefined)) {
    throw new AwsError(
      'ValidationException',
      'MaximumWindowInMinutes must be given with the mode FLEXIBLE, and only then.',
    )
  }
  if (minutes !== undefined && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440)) {
    throw constraintError('flexibleTimeWindow.maximumWindowInMinutes', 'be between 1 and 1440', `${minutes}`)
  }
  return minutes ?? 0
}

function oneOf<T extends string>(input: JsonRecord, name: string, values: readonly T[]): T | undefined {
  const given = optionalString(input, name)
  if (given === undefined) return undefined
  const value = values.find((candidate) => candidate === given)
  if (value !== undefined) return value
  throw constraintError(lowerFirst(name), `satisfy enum value set: [${values.join(', ')}]`, given)
}

function requiredRecord(input: JsonRecord, name: string): JsonRecord {
  const record = optionalRecord(input, name)
  if (record === undefined) throw constraintError(lowerFirst(name), 'not be null')
  return record
}

/** Seconds since the epoch from the API, ISO 8601 from a template; gives milliseconds. */
function time(input: JsonRecord, name: string): number | undefined {
  const value = input[name] ?? undefined
  if (value === undefined) return undefined
  const milliseconds = typeof value === 'number' ? value * 1000 : Date.parse(String(value))
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw constraintError(lowerFirst(name), 'be a time', String(value))
}
