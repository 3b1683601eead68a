// https://www.w3.org/TR/trace-context/#traceparent-header: version ff and ids of zeros are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** A broken trace must never kill an event: it is left out. */
export function wellFormedTraceparent(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined
}
