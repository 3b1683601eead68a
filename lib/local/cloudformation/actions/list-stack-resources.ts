import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { describeResource } from '../describe-resource.js'
import { findStack } from '../find-stack.js'
import { requiredText } from '../query-input.js'
import { tokenPage } from '../token-page.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStackResources.html */
export function listStackResources(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const { resources } = findStack(stacks, requiredText(input, 'StackName'))
  const { items, next } = tokenPage(resources, input)
  return {
    StackResourceSummaries: items.map((resource) => ({
      ...describeResource(resource),
      LastUpdatedTimestamp: new Date(resource.createdAt),
    })),
    ...next,
  }
}
