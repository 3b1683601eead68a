import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'

// A second consumer would replace the variables of the first without a word.
const consumerOfFunction = new WeakMap<LambdaFunction, string>()

/** A fault when the function serves another consumer already; else it serves this one from now on. */
export function claimHandler(fn: LambdaFunction, consumerPath: string): string[] {
  const earlier = consumerOfFunction.get(fn)
  if (earlier !== undefined)
    return [
      `Expected \`handler\` to serve one consumer, got the function at '${fn.node.path}', which serves the one at '${earlier}' already. Make a function for each; they can share their code.`,
    ]
  consumerOfFunction.set(fn, consumerPath)
  return []
}
