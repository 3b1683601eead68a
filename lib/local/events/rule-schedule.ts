import { AwsError } from '../aws-error.js'
import { InvalidExpression } from '../scheduler/expression/invalid-expression.js'
import type { Occurrences } from '../scheduler/expression/occurrences.js'
import { ruleExpression } from '../scheduler/expression/schedule-expression.js'

/** When a rule runs without an event of its bus. */
export interface RuleSchedule {
  readonly text: string
  readonly occurrences: Occurrences
}

/**
 * @param now the interval of a rate begins here, milliseconds since the epoch
 * @throws AwsError ValidationException
 */
export function ruleSchedule(text: string | undefined, now: number): RuleSchedule | undefined {
  if (text === undefined) return undefined
  try {
    return { text, occurrences: ruleExpression(text).occurrences(now) }
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    throw new AwsError(
      'ValidationException',
      `Parameter ScheduleExpression is not valid. Reason: ${error.message}.`,
    )
  }
}
