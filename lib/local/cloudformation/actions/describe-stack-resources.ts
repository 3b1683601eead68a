import type { DeployedStack, StackResource } from '../../assembly/deployed-stack.js'
import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { describeResource, stackMembers } from '../describe-resource.js'
import { findStack } from '../find-stack.js'
import { optionalText } from '../query-input.js'
import { validationError } from '../validation-error.js'

/** AWS answers with no more than these. */
const MAXIMUM_RESOURCES = 100

/**
 * Those of a stack, or those of the stack that has a resource with the given physical id; all, or one by its logical id.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStackResources.html
 */
export function describeStackResources(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const stack = chosenStack(stacks, input)
  const wanted = optionalText(input, 'LogicalResourceId')
  const resources = stack.resources.filter(({ logicalId }) => wanted === undefined || logicalId === wanted)
  if (wanted !== undefined && resources.length === 0) {
    throw validationError(`Resource ${wanted} does not exist for stack ${stack.description.stackName}`)
  }
  return { StackResources: resources.slice(0, MAXIMUM_RESOURCES).map((one) => stackResource(stack, one)) }
}

function chosenStack(stacks: StackRegistry, input: JsonRecord): DeployedStack {
  const nameOrId = optionalText(input, 'StackName')
  const physicalId = optionalText(input, 'PhysicalResourceId')
  if ((nameOrId === undefined) === (physicalId === undefined)) {
    throw validationError('Exactly one of StackName and PhysicalResourceId must be specified')
  }
  if (nameOrId !== undefined) return findStack(stacks, nameOrId)
  const found = stacks.all().find(({ resources }) => resources.some(({ ref }) => ref === physicalId))
  if (found === undefined) throw validationError(`Stack for ${physicalId} does not exist`)
  return found
}

function stackResource(stack: DeployedStack, resource: StackResource): JsonRecord {
  return {
    ...stackMembers(stack),
    ...describeResource(resource),
    Timestamp: new Date(resource.createdAt),
  }
}
