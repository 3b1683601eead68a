import { devNull } from 'node:os'
import type { AccessKey } from '../../gateway/access-keys.js'
import type { FunctionConfiguration } from './function-configuration.js'

/** Where the function finds AWS, and as whom. */
export interface FunctionAccess {
  readonly region: string
  readonly endpoint: string
  /** Each execution environment has credentials of its own, so that its calls can be told from those of others. */
  readonly credentialsOf: (environmentId: string) => AccessKey
}

/**
 * The whole environment of a function: the template's variables and what Lambda itself gives, nothing of the
 * developer's shell.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function functionVariables(
  configuration: FunctionConfiguration,
  access: FunctionAccess,
  logStreamName: string,
  environmentId: string,
): Record<string, string> {
  const { functionName, handler, runtime, memoryMegabytes, taskRoot, loggingConfig, logGroupName } =
    configuration
  const logFormat = typeof loggingConfig['LogFormat'] === 'string' ? loggingConfig['LogFormat'] : 'Text'
  const logLevel = loggingConfig['ApplicationLogLevel']
  const { accessKeyId, secretAccessKey } = access.credentialsOf(environmentId)
  return {
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin/:/bin:/opt/bin',
    TZ: ':UTC',
    ...configuration.environment,
    _HANDLER: handler,
    LAMBDA_TASK_ROOT: taskRoot,
    AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
    AWS_REGION: access.region,
    AWS_DEFAULT_REGION: access.region,
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
    AWS_LAMBDA_LOG_FORMAT: logFormat,
    ...(typeof logLevel === 'string' ? { AWS_LAMBDA_LOG_LEVEL: logLevel } : {}),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: access.endpoint,
    // The SDK would read the developer's profile, and with it a real account.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  }
}
