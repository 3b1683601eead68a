import { fileURLToPath } from 'node:url'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda'
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

export interface ExampleFunctionProps {
  /** The file with the handler, in this directory. */
  readonly entry: string
  readonly environment?: Readonly<Record<string, string>>
  /** @default Duration.seconds(15) */
  readonly timeout?: Duration
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** How this app builds its functions: bundled by esbuild at synth, with the SDK that was tested. */
export function exampleFunction(
  scope: Construct,
  id: string,
  { entry, environment, timeout = Duration.seconds(15) }: ExampleFunctionProps,
): NodejsFunction {
  return new NodejsFunction(scope, id, {
    entry: path(entry),
    environment,
    timeout,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    logGroup: new LogGroup(scope, `${id}Logs`, {
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
    bundling: {
      format: OutputFormat.ESM,
      // The local cloud runs the same bundle on Node 20.
      target: 'node20',
      mainFields: ['module', 'main'],
      minify: true,
      keepNames: true,
      bundleAwsSDK: true,
      tsconfig: path('../../tsconfig.json'),
      // CommonJS dependencies require Node's own modules, for which an ES module has no `require`.
      banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
  })
}
