import { at } from './at.js'
import { cron } from './cron.js'
import { InvalidExpression } from './invalid-expression.js'
import type { Occurrences } from './occurrences.js'
import { everyInterval, rateInterval } from './rate.js'
import { TimeZone } from './time-zone.js'

export interface ScheduleExpression {
  readonly kind: 'at' | 'cron' | 'rate'
  /** @param start of a rate: its first occurrence, milliseconds since the epoch */
  readonly occurrences: (start: number) => Occurrences
}

/**
 * `rate(…)`, `cron(…)` with or without a year, or `at(…)`.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 * @throws InvalidExpression
 */
export function scheduleExpression(text: string, zone: TimeZone): ScheduleExpression {
  const { kind, body } = parts(text)
  switch (kind) {
    case 'rate': {
      const interval = rateInterval(body)
      return { kind, occurrences: (start) => everyInterval(interval, start) }
    }
    case 'cron': {
      const fields = body.trim().split(/\s+/)
      const occurrences = cron(fields.length === 5 ? [...fields, '*'] : fields, zone)
      return { kind, occurrences: () => occurrences }
    }
    case 'at': {
      const occurrences = at(body, zone)
      return { kind, occurrences: () => occurrences }
    }
  }
}

/**
 * The expressions of an EventBridge rule: `cron(…)` in UTC with a year, and `rate(…)`, whose unit must agree with its
 * value: `1 minute`, `5 minutes`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 * @throws InvalidExpression
 */
export function ruleExpression(text: string): ScheduleExpression {
  const { kind, body } = parts(text)
  if (kind === 'at') throw new InvalidExpression('Expected a rule to have a cron or rate expression, got at')
  if (kind === 'rate' && /^\s*1\s/.test(body) === /s\s*$/.test(body)) {
    throw new InvalidExpression(`Expected \`1 minute\` or \`5 minutes\`, got \`${body}\``)
  }
  if (kind === 'cron' && body.trim().split(/\s+/).length !== 6) {
    throw new InvalidExpression('Expected a cron expression to have 6 fields')
  }
  return scheduleExpression(text, TimeZone.UTC)
}

function parts(text: string): { readonly kind: ScheduleExpression['kind']; readonly body: string } {
  const [, kind, body] = /^(at|cron|rate)\((.*)\)$/.exec(text) ?? []
  if (body !== undefined && (kind === 'at' || kind === 'cron' || kind === 'rate')) return { kind, body }
  throw new InvalidExpression(`Expected rate(…), cron(…) or at(…), got \`${text}\``)
}
