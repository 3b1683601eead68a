import parse from 'parse-duration'
import { LocalCloudError } from '../local-cloud-error.js'

/** Milliseconds, or text such as `90s`, `2h` or `1d 12h`. */
export type Duration = number | string

/** @throws LocalCloudError when it is no duration, or a negative one */
export function milliseconds(duration: Duration, name = 'duration'): number {
  const parsed = typeof duration === 'number' ? duration : parse(duration)
  if (parsed !== null && Number.isFinite(parsed) && parsed >= 0) return parsed
  throw new LocalCloudError(
    `Expected \`${name}\` to be milliseconds or text such as 90s, 2h or 1d, got \`${duration}\` (${typeof duration}).`,
  )
}
