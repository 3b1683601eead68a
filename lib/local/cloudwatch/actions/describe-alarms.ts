import { AwsError } from '../../aws-error.js'
import { pageOf } from '../../paging/page-of.js'
import { pageStart } from '../../paging/page-token.js'
import type { JsonRecord } from '../../record.js'
import type { Alarm } from '../alarm.js'
import type { CloudWatchContext } from '../cloudwatch-context.js'
import { describeAlarm } from '../describe-alarm.js'

const PAGE_DEFAULT = 50
const PAGE_MAXIMUM = 100

/**
 * Without `AlarmTypes` only metric alarms are told of.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html
 * @throws AwsError ValidationError, InvalidNextToken
 */
export function describeAlarms({ alarms }: CloudWatchContext, input: JsonRecord): JsonRecord {
  const { AlarmNamePrefix: prefix, ActionPrefix: actionPrefix, StateValue: wantedState } = input
  const names = textList(input, 'AlarmNames')
  if (names.length > 0 && prefix !== undefined) {
    throw new AwsError('ValidationError', 'AlarmNames and AlarmNamePrefix cannot be used together.')
  }
  const types = textList(input, 'AlarmTypes')
  const isWanted = (alarm: Alarm): boolean => {
    const type = alarm.kind === 'metric' ? 'MetricAlarm' : 'CompositeAlarm'
    if (!(types.length === 0 ? ['MetricAlarm'] : types).includes(type)) return false
    if (names.length > 0 && !names.includes(alarm.name)) return false
    if (prefix !== undefined && !alarm.name.startsWith(String(prefix))) return false
    return actionPrefix === undefined || actionsOf(alarm).some((arn) => arn.startsWith(String(actionPrefix)))
  }
  const found = alarms
    .all()
    .filter(isWanted)
    .map((alarm) => ({ alarm, status: alarms.statusOf(alarm) }))
    .filter(({ status }) => wantedState === undefined || status.state === wantedState)
  const { start, limit } = placeOf(input)
  const { items, next } = pageOf(found, start, limit)
  const described = (kind: Alarm['kind']): readonly JsonRecord[] =>
    items.filter(({ alarm }) => alarm.kind === kind).map(({ alarm, status }) => describeAlarm(alarm, status))
  return {
    MetricAlarms: described('metric'),
    CompositeAlarms: described('composite'),
    ...(next === undefined ? {} : { NextToken: next }),
  }
}

function actionsOf({ properties }: Alarm): readonly string[] {
  return ['AlarmActions', 'OKActions', 'InsufficientDataActions'].flatMap((name) =>
    textList(properties, name),
  )
}

function placeOf({ MaxRecords: limit = PAGE_DEFAULT, NextToken: token }: JsonRecord): {
  readonly start: number
  readonly limit: number
} {
  if (typeof limit !== 'number' || !(limit >= 1 && limit <= PAGE_MAXIMUM)) {
    throw new AwsError(
      'ValidationError',
      `Expected \`MaxRecords\` to be a number from 1 to ${PAGE_MAXIMUM}, got \`${String(limit)}\` (${typeof limit})`,
    )
  }
  const start = pageStart(token)
  if (start === undefined) throw new AwsError('InvalidNextToken', 'The NextToken is invalid.')
  return { start, limit }
}

function textList(input: JsonRecord, name: string): readonly string[] {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}
