import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'

/** The function of this app that something is, or is an alias or a version of; `undefined` for anything else. */
export function functionOf(candidate: object): LambdaFunction | undefined {
  const fn = 'lambda' in candidate ? candidate.lambda : candidate
  return fn instanceof LambdaFunction ? fn : undefined
}
