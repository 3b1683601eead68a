import { isNativeError } from 'node:util/types'
import type { ErrorReport } from './runtime-message.js'

/** What was thrown, as an invoke's answer shows it. */
export function errorReport(thrown: unknown): ErrorReport {
  try {
    if (isNativeError(thrown)) {
      return { errorType: thrown.name, errorMessage: thrown.message, trace: (thrown.stack ?? '').split('\n') }
    }
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
  } catch {
    // A getter that throws, or an object without a prototype.
    return { errorType: 'handled', errorMessage: 'The error that was thrown could not be read.', trace: [] }
  }
}
