import { paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { type FunctionConfiguration, GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import pMap from 'p-map'
import type { AwsClients } from './aws-clients.js'
import { isDenied } from './is-denied.js'

const CONCURRENT_CALLS = 5

/**
 * The functions of a stack, with their environment.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStackResources.html
 *
 * @throws the SDK's error
 */
export async function stackFunctions(
  { cloudFormation, lambda }: AwsClients,
  stack: string,
): Promise<FunctionConfiguration[]> {
  const ids: string[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: cloudFormation },
    { StackName: stack },
  ))
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Lambda::Function' && PhysicalResourceId !== undefined)
        ids.push(PhysicalResourceId)
  const found = await pMap(ids, (name) => configuration(lambda, name), { concurrency: CONCURRENT_CALLS })
  const functions = found.flatMap((fn) => (fn === undefined || fn instanceof Error ? [] : [fn]))
  const denied = found.find((fn) => fn instanceof Error)
  if (functions.length === 0 && denied !== undefined) throw denied
  return functions
}

/**
 * Undefined when somebody deleted it by hand: the others are still there. An error when it may not be looked at: whoever
 * operates an outbox need not see the other functions of its stack.
 */
async function configuration(
  lambda: AwsClients['lambda'],
  FunctionName: string,
): Promise<FunctionConfiguration | Error | undefined> {
  try {
    return await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined
    if (error instanceof Error && isDenied(error)) return error
    throw error
  }
}
