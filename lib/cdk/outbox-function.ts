import { type Duration, RemovalPolicy } from 'aws-cdk-lib'
import {
  Architecture,
  Code,
  type EventInvokeConfigOptions,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { handlerAsset } from './handler-asset.js'
import type { FunctionSettings } from './settings.js'

export interface OutboxFunctionOptions {
  readonly description: string
  /** Name of the bundled handler. */
  readonly handler: string
  readonly timeout: Duration
  readonly settings: FunctionSettings
  readonly environment: Readonly<Record<string, string>>
  /** Of asynchronous invocations. @default - Lambda's own */
  readonly invocations?: Pick<EventInvokeConfigOptions, 'retryAttempts' | 'maxEventAge'>
}

/** A bundled handler with its log. */
export function outboxFunction(
  scope: Construct,
  id: string,
  { description, handler, timeout, settings, environment, invocations }: OutboxFunctionOptions,
): LambdaFunction {
  return new LambdaFunction(scope, id, {
    ...invocations,
    description,
    code: Code.fromAsset(handlerAsset(handler)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: settings.memorySize,
    timeout,
    // The log is about the function, not data: it goes with it.
    logGroup: new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
    environment: {
      ...environment,
      // https://docs.aws.amazon.com/powertools/typescript/latest/environment-variables/
      POWERTOOLS_LOG_LEVEL: settings.logLevel,
    },
  })
}
