import type { InvocationResult } from '../../function-invoker.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import { DeliveryError } from './delivery-error.js'
import type { RetryEnvironment } from './retry.js'
import { toDeliveryError } from './to-delivery-error.js'

/** Lambda waits one minute before the first retry of an asynchronous event, two before the second. */
const ASYNCHRONOUS_RETRY_DELAYS: readonly number[] = [60_000, 120_000]

/**
 * Invokes a function asynchronously. That Lambda took the event is all that EventBridge waits for: an error of the
 * function itself is Lambda's to retry, twice, and never reaches the target's retry policy.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 *
 * @returns What remains to be done after Lambda took the event
 * @throws DeliveryError when Lambda did not take it
 */
export async function invokeFunction(
  functionArn: string,
  input: string,
  { functions, spies }: Pick<LocalEnvironment, 'functions' | 'spies'>,
  { clock, stopping }: RetryEnvironment,
): Promise<() => Promise<void>> {
  const payload = parsePayload(input)
  let result = await functions.invoke(functionArn, payload)
  return async () => {
    for (const delay of ASYNCHRONOUS_RETRY_DELAYS) {
      if (result.kind === 'success') return
      await clock.sleep(delay, stopping)
      if (stopping.aborted) return
      result = await functions.invoke(functionArn, payload).catch(asFunctionError)
    }
    if (result.kind === 'success') return
    spies.warn(
      `${functionArn} failed three times on an event of a rule (${result.errorType}); Lambda drops the event.`,
    )
  }
}

function parsePayload(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch (error) {
    throw new DeliveryError('INVALID_JSON', 'The input of a Lambda target must be JSON', { cause: error })
  }
}

function asFunctionError(error: unknown): InvocationResult {
  const { code, message } = toDeliveryError(error)
  return { kind: 'function-error', errorType: code, errorMessage: message }
}
