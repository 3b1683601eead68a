import type { GatewayResponse } from '../gateway/gateway-message.js'
import { isRecord, type JsonRecord } from '../record.js'

/** The members of an answer in JSON; none when it is something else. */
export function answerBody({ body }: GatewayResponse): JsonRecord {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

export function listOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
