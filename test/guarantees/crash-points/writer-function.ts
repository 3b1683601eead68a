import { fileURLToPath } from 'node:url'
import type { Stack } from 'aws-cdk-lib'
import { Runtime } from 'aws-cdk-lib/aws-lambda'
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { TransactionalOutbox } from 'serverless-outbox/cdk'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** The service beside the outbox, with the rights of one. */
export function addWriter(stack: Stack, outbox: TransactionalOutbox): void {
  const writer = new NodejsFunction(stack, 'Writer', {
    entry: path('writer.ts'),
    runtime: Runtime.NODEJS_24_X,
    memorySize: 512,
    bundling: {
      format: OutputFormat.ESM,
      target: 'node20',
      mainFields: ['module', 'main'],
      bundleAwsSDK: true,
      tsconfig: path('../../../tsconfig.json'),
      banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
  outbox.grantWrite(writer)
}
