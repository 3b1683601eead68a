import { DEFAULT_INBOX_TTL_SECONDS } from '../../environment.js'

const DAYS: number = DEFAULT_INBOX_TTL_SECONDS / 86_400

/**
 * What a replay means for consumers with an inbox.
 *
 * @param oldest when the oldest event may have occurred; undefined when nothing says it. ISO 8601
 * @param now milliseconds since the epoch
 */
export function inboxNote(oldest: string | undefined, now: number): string {
  const isYoung = oldest !== undefined && now - Date.parse(oldest) < DEFAULT_INBOX_TTL_SECONDS * 1_000
  return isYoung
    ? `a consumer with an inbox skips what it has handled (an inbox remembers for ${DAYS} days unless its \`ttl\` says otherwise)`
    : `WARNING: there may be events older than ${DAYS} days, which an inbox has forgotten unless its \`ttl\` is longer: consumers may apply them again`
}
