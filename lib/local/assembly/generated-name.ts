import { createHash } from 'node:crypto'

/** Hexadecimal digits of the digest that make the suffix. */
const SUFFIX_LENGTH = 12
/** The tightest common limit on names is 64 characters (Lambda functions, EventBridge rules, IAM roles). */
const PART_LENGTH = 24

/**
 * `<stack>-<logical id>-<suffix>`, cut to 62 characters, as CloudFormation names what has no name of its own. The
 * suffix differs from run to run, so two local clouds can share one database.
 */
export function generatedName(runId: string, stackName: string, logicalId: string): string {
  const digest = createHash('sha256').update(`${runId}/${stackName}/${logicalId}`).digest('hex')
  const suffix = digest.slice(0, SUFFIX_LENGTH).toUpperCase()
  return [stackName.slice(0, PART_LENGTH), logicalId.slice(0, PART_LENGTH), suffix].join('-')
}
