import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import type { ENVIRONMENT } from '../../environment.js'

/** What a function is told; undefined when it is told nothing. */
export function variable(
  fn: FunctionConfiguration,
  name: (typeof ENVIRONMENT)[keyof typeof ENVIRONMENT],
): string | undefined {
  return fn.Environment?.Variables?.[name]
}
