import { type Duration, Token } from 'aws-cdk-lib'

/** The largest of numbers that have no most. */
export const NO_MOST: number = Number.MAX_SAFE_INTEGER

/** A number that only the deployment knows is not judged. */
export function integerFaults(
  path: string,
  value: number,
  least: number,
  most: number,
  reason?: string,
): string[] {
  if (Token.isUnresolved(value)) return []
  if (Number.isInteger(value) && value >= least && value <= most) return []
  const range = most === NO_MOST ? `of at least ${least}` : `from ${least} to ${most}`
  return [fault(path, `be a whole number ${range}${because(reason)}`, value)]
}

/** Durations depend on each other, so each must be known at synth; functions are told whole seconds. */
export function durationFaults(
  path: string,
  value: Duration,
  least: number,
  most: number,
  reason?: string,
): string[] {
  if (value.isUnresolved())
    return [`Expected \`${path}\` to be known at synth, got a value of the deployment`]
  const found = seconds(value)
  if (Number.isInteger(found) && found >= least && found <= most) return []
  const range = most === NO_MOST ? `at least ${least}` : `${least} to ${most}`
  const whole = Number.isInteger(found) ? '' : ', whole ones'
  return [`Expected \`${path}\` to be ${range} seconds${whole}${because(reason)}, got \`${found}\` seconds`]
}

/** 0 for a duration that only the deployment knows, which is a fault in itself. */
export function seconds(duration: Duration): number {
  return duration.isUnresolved() ? 0 : duration.toSeconds({ integral: false })
}

export function fault(path: string, rule: string, value: string | number): string {
  return `Expected \`${path}\` to ${rule}, got \`${value}\` (${typeof value})`
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`
}
