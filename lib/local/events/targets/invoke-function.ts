import type { Caller } from '../../caller.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import { DeliveryError } from './delivery-error.js'

/**
 * Invokes a function asynchronously. That Lambda took the event is all that the sender waits for: an error of the
 * function itself is Lambda's to retry and never reaches the target's retry policy.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 * @throws DeliveryError INVALID_JSON
 * @throws AwsError when the function does not exist, or the caller may not invoke it
 */
export async function invokeFunction(
  functionArn: string,
  input: string,
  caller: Caller,
  { functions, authorise }: Pick<LocalEnvironment, 'functions' | 'authorise'>,
): Promise<void> {
  checkJson(input)
  await authorise({ caller, action: 'lambda:InvokeFunction', resource: functionArn })
  await functions.invokeAsynchronously(functionArn, input)
}

function checkJson(input: string): void {
  try {
    JSON.parse(input)
  } catch (error) {
    throw new DeliveryError('INVALID_JSON', 'The input of a Lambda target must be JSON', { cause: error })
  }
}
