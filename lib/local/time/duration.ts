import parse from 'parse-duration'
import { LocalCloudError } from '../local-cloud-error.js'

/** Milliseconds, or text such as `90s`, `2h` or `1d 12h`. */
export type Duration = number | string

/** The library takes `1h foo` for an hour. */
const WHOLE = /^\s*(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/i

/** @throws LocalCloudError when it is no duration, or a negative one */
export function milliseconds(duration: Duration, name = 'duration'): number {
  const parsed = typeof duration === 'number' ? duration : parsedText(duration)
  if (parsed !== null && Number.isFinite(parsed) && parsed >= 0) return parsed
  throw new LocalCloudError(
    `Expected \`${name}\` to be milliseconds or text such as 90s, 2h or 1d, got \`${duration}\` (${typeof duration}).`,
  )
}

function parsedText(duration: unknown): number | null {
  return typeof duration === 'string' && WHOLE.test(duration) ? parse(duration) : null
}
