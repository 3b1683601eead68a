import { DETAIL_MAX_DEPTH } from '../../../limits.js'
import { jsonTokens } from '../json/json-tokens.js'

const INT64_DIGITS = 19
const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/**
 * True for a detail that PutEvents takes: a JSON object, nested at most 1000 levels deep, whose integers fit into
 * 64 bits with a sign.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html
 */
export function isValidDetail(detail: string): boolean {
  try {
    JSON.parse(detail)
  } catch {
    return false
  }
  if (!detail.trimStart().startsWith('{')) return false
  let depth = 0
  for (const { text } of jsonTokens(detail)) {
    if (text === '{' || text === '[') depth += 1
    else if (text === '}' || text === ']') depth -= 1
    else if (/^-?\d+$/.test(text) && !isInt64(text)) return false
    if (depth > DETAIL_MAX_DEPTH) return false
  }
  return true
}

function isInt64(text: string): boolean {
  // By length first: turning a million digits into a BigInt takes long.
  if (text.replace('-', '').length > INT64_DIGITS) return false
  const value = BigInt(text)
  return value >= INT64_MIN && value <= INT64_MAX
}
