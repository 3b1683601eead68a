import { fileURLToPath } from 'node:url'
import { Duration, type Stack } from 'aws-cdk-lib'
import { Runtime } from 'aws-cdk-lib/aws-lambda'
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'

/** The desk of `order-desk.ts`, one function for each consumer. */
export function orderDeskFunction(
  stack: Stack,
  id: string,
  environment: Readonly<Record<string, string>>,
): NodejsFunction {
  return new NodejsFunction(stack, id, {
    entry: fileURLToPath(new URL('order-desk.ts', import.meta.url)),
    environment,
    runtime: Runtime.NODEJS_24_X,
    // By the real clock as well: on a machine that is busy with other tests a cold start takes long.
    timeout: Duration.minutes(1),
    bundling: {
      format: OutputFormat.ESM,
      target: 'node20',
      mainFields: ['module', 'main'],
      minify: true,
      keepNames: true,
      bundleAwsSDK: true,
      tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
      banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
}
