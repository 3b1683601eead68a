import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { describeResource, stackMembers } from '../describe-resource.js'
import { findStack } from '../find-stack.js'
import { requiredText } from '../query-input.js'
import { validationError } from '../validation-error.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStackResource.html */
export function describeStackResource(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const stack = findStack(stacks, requiredText(input, 'StackName'))
  const { stackName, template } = stack.description
  const wanted = requiredText(input, 'LogicalResourceId')
  const resource = stack.resources.find(({ logicalId }) => logicalId === wanted)
  if (resource === undefined)
    throw validationError(`Resource ${wanted} does not exist for stack ${stackName}`)
  const { Metadata: metadata = {} } = template.Resources?.[wanted] ?? {}
  return {
    StackResourceDetail: {
      ...stackMembers(stack),
      ...describeResource(resource),
      LastUpdatedTimestamp: new Date(resource.createdAt),
      Metadata: JSON.stringify(metadata),
    },
  }
}
