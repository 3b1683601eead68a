import { errorLine } from '../error-line.js'
import { isDenied } from '../is-denied.js'
import type { OperateOptions } from '../operate-options.js'
import { unknown } from './answers.js'
import type { Check } from './check.js'
import type { DoctorContext } from './doctor-context.js'
import type { Answer, Finding } from './finding.js'

/** Runs the checks one after the other; one that cannot find out does not keep the others from it. */
export async function examine(
  checks: readonly Check[],
  context: DoctorContext,
  options: OperateOptions,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const answers = await run(context).catch((error: unknown) => unanswered(error, options))
    for (const answer of [answers].flat()) findings.push({ check: name, ...answer })
  }
  return findings
}

function unanswered(error: unknown, options: OperateOptions): Answer {
  if (!isDenied(error)) return unknown(errorLine(error, options))
  const action = deniedAction(error)
  return unknown(`You may not ${action}`, `have ${action} added to your role`)
}

/** `User: … is not authorized to perform: dynamodb:DescribeTable on resource: …` */
function deniedAction(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return /perform: ([\w-]+:\w+)/.exec(message)?.[1] ?? 'see this'
}
