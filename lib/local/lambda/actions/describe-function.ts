import type { JsonRecord } from '../../record.js'
import type { LambdaFunction } from '../function/lambda-function.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_FunctionConfiguration.html */
export function describeFunction({ configuration, modifiedAt }: LambdaFunction): JsonRecord {
  return {
    FunctionName: configuration.functionName,
    FunctionArn: configuration.functionArn,
    Runtime: configuration.runtime,
    Role: configuration.role,
    Handler: configuration.handler,
    Description: configuration.description,
    Timeout: configuration.timeoutSeconds,
    MemorySize: configuration.memoryMegabytes,
    // As Lambda writes it: `2026-01-01T00:00:00.000+0000`.
    LastModified: new Date(modifiedAt).toISOString().replace('Z', '+0000'),
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
