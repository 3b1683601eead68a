/** How an invocation ended. Mirrors Lambda's Invoke: a function error is an answer, not an exception. */
export type InvocationResult =
  | { readonly kind: 'success'; readonly payload: unknown }
  | { readonly kind: 'function-error'; readonly errorType: string; readonly errorMessage: string }

export interface FunctionInvoker {
  /**
   * Invokes synchronously and waits for the end.
   * @throws AwsError ResourceNotFoundException when there is no such function
   */
  readonly invoke: (functionNameOrArn: string, payload: unknown) => Promise<InvocationResult>
  /**
   * Hands an event, as JSON text, to Lambda's asynchronous invocation and returns when Lambda has taken it: retries,
   * age and destinations are those of the function's `EventInvokeConfig`.
   * @throws AwsError ResourceNotFoundException, RequestTooLargeException, InvalidRequestContentException
   */
  readonly invokeAsynchronously: (functionNameOrArn: string, payload: string) => Promise<void>
}
