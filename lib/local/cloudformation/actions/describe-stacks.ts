import type { StackRegistry } from '../../assembly/stack-registry.js'
import type { JsonRecord } from '../../record.js'
import { describeStack } from '../describe-stack.js'
import { findStack } from '../find-stack.js'
import { optionalText } from '../query-input.js'
import { tokenPage } from '../token-page.js'

/**
 * One by its name or id, or all.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html
 */
export function describeStacks(stacks: StackRegistry, input: JsonRecord): JsonRecord {
  const nameOrId = optionalText(input, 'StackName')
  const chosen = nameOrId === undefined ? stacks.all() : [findStack(stacks, nameOrId)]
  const { items, next } = tokenPage(chosen, input)
  return { Stacks: items.map((stack) => describeStack(stack, stacks)), ...next }
}
