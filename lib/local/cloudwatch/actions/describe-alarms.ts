import { AwsError } from '../../aws-error.js'
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
  const { start, end } = pageOf(input)
  const page = found.slice(start, end)
  const described = (kind: Alarm['kind']): readonly JsonRecord[] =>
    page.filter(({ alarm }) => alarm.kind === kind).map(({ alarm, status }) => describeAlarm(alarm, status))
  return {
    MetricAlarms: described('metric'),
    CompositeAlarms: described('composite'),
    ...(end < found.length ? { NextToken: Buffer.from(`item:${end}`).toString('base64') } : {}),
  }
}

function actionsOf({ properties }: Alarm): readonly string[] {
  return ['AlarmActions', 'OKActions', 'InsufficientDataActions'].flatMap((name) =>
    textList(properties, name),
  )
}

function pageOf({ MaxRecords: records = PAGE_DEFAULT, NextToken: token }: JsonRecord): {
  readonly start: number
  readonly end: number
} {
  if (typeof records !== 'number' || !(records >= 1 && records <= PAGE_MAXIMUM)) {
    throw new AwsError(
      'ValidationError',
      `Expected \`MaxRecords\` to be a number from 1 to ${PAGE_MAXIMUM}, got \`${String(records)}\` (${typeof records})`,
    )
  }
  if (token === undefined) return { start: 0, end: records }
  const start = /^item:(\d+)$/.exec(Buffer.from(String(token), 'base64').toString())?.[1]
  if (start === undefined) throw new AwsError('InvalidNextToken', 'The NextToken is invalid.')
  return { start: Number(start), end: Number(start) + records }
}

function textList(input: JsonRecord, name: string): readonly string[] {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}
