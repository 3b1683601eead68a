import type { JsonRecord } from '../../record.js'
import type { FunctionConfiguration } from '../function/function-configuration.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_FunctionConfiguration.html */
export function describeFunction(configuration: FunctionConfiguration): JsonRecord {
  return {
    FunctionName: configuration.functionName,
    FunctionArn: configuration.functionArn,
    Runtime: configuration.runtime,
    Role: configuration.role,
    Handler: configuration.handler,
    Description: configuration.description,
    Timeout: configuration.timeoutSeconds,
    MemorySize: configuration.memoryMegabytes,
    Version: '$LATEST',
    ...(Object.keys(configuration.environment).length === 0
      ? {}
      : { Environment: { Variables: configuration.environment } }),
    RevisionId: configuration.revisionId,
    State: 'Active',
    LastUpdateStatus: 'Successful',
    PackageType: 'Zip',
    Architectures: configuration.architectures,
    LoggingConfig: {
      LogFormat: 'Text',
      ...configuration.loggingConfig,
      LogGroup: configuration.logGroupName,
    },
  }
}
