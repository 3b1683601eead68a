import type { FunctionInvoker, InvocationResult } from '../../function-invoker.js'
import type { AsynchronousInvoker } from './asynchronous-invoker.js'
import type { FunctionRegistry } from './function-registry.js'
import type { Invocation } from './lambda-function.js'

/** The port that buses and schedules call. */
export function functionInvoker(
  functions: FunctionRegistry,
  asynchronous: AsynchronousInvoker,
): FunctionInvoker {
  return {
    invoke: async (functionNameOrArn, payload) => {
      const invocation = await functions.find(functionNameOrArn).invoke(JSON.stringify(payload) ?? 'null')
      return invocationResult(invocation)
    },
    invokeAsynchronously: async (functionNameOrArn, payload) => {
      const lambda = functions.find(functionNameOrArn)
      lambda.assertPayload(payload)
      asynchronous.accept(lambda, payload)
    },
  }
}

function invocationResult({ outcome }: Invocation): InvocationResult {
  if (outcome.kind === 'response') return { kind: 'success', payload: JSON.parse(outcome.payload) }
  const { errorType, errorMessage } = outcome.error
  return { kind: 'function-error', errorType, errorMessage }
}
