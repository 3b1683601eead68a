import { paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { type FunctionConfiguration, GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import pMap from 'p-map'
import type { AwsClients } from './aws-clients.js'

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
  return found.filter((fn) => fn !== undefined)
}

/** Undefined when somebody deleted it by hand: the others are still there. */
async function configuration(
  lambda: AwsClients['lambda'],
  FunctionName: string,
): Promise<FunctionConfiguration | undefined> {
  try {
    return await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined
    throw error
  }
}
