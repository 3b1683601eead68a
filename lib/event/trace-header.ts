import { TRACE_HEADER_MAX_CHARACTERS } from '../limits.js'

const HEADER =
  /^Root=1-[0-9a-f]{8}-[0-9a-f]{24}(?:;(?:Parent=[0-9a-f]{16}|Sampled=[01?]|Lineage=[0-9a-z:|]+|Self=[0-9a-f-]+))*$/i

/**
 * An X-Ray trace header if it is well-formed, else undefined: a broken trace must never kill an event.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export function wellFormedTraceHeader(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > TRACE_HEADER_MAX_CHARACTERS) return undefined
  return HEADER.test(header) ? header : undefined
}
