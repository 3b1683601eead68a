import type { MiddlewareObj } from '@middy/core'
import type { TelemetrySink } from './telemetry-sink.js'

/**
 * Writes what an invocation measured, however it ends. Powertools' own middleware would say in the log that there was
 * nothing to measure, each time that there was not.
 */
export function flushTelemetry(sink: TelemetrySink): MiddlewareObj {
  const flush = (): void => sink.flush()
  return { after: flush, onError: flush }
}
