import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda'
import type { WatchedCloud } from './watched-cloud.js'

/** Changes a function's environment as a deployment does: invocations from now on see it. */
export async function setVariables(
  { cloud }: WatchedCloud,
  functionPath: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const lambda = new LambdaClient(cloud.clientConfig)
  const FunctionName = cloud.physicalId(functionPath)
  const { Environment: before } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  const Variables = { ...before?.Variables, ...changes }
  await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }))
  lambda.destroy()
}
