import type { StackRegistry } from '../assembly/stack-registry.js'
import type { JsonRecord } from '../record.js'
import type { Action, Service } from '../service.js'
import { describeStackResource } from './actions/describe-stack-resource.js'
import { describeStackResources } from './actions/describe-stack-resources.js'
import { describeStacks } from './actions/describe-stacks.js'
import { getTemplate } from './actions/get-template.js'
import { listStackResources } from './actions/list-stack-resources.js'
import { listStacks } from './actions/list-stacks.js'

const ACTIONS: Readonly<Record<string, (stacks: StackRegistry, input: JsonRecord) => JsonRecord>> = {
  DescribeStackResource: describeStackResource,
  DescribeStackResources: describeStackResources,
  DescribeStacks: describeStacks,
  GetTemplate: getTemplate,
  ListStackResources: listStackResources,
  ListStacks: listStacks,
}

export const CLOUDFORMATION_OPERATIONS: readonly string[] = Object.keys(ACTIONS)

/** Tells of the stacks that run. They come from the assembly: none is created, updated or deleted. */
export function cloudFormationService(stacks: StackRegistry): Service {
  const actions = Object.entries(ACTIONS).map(([name, action]): [string, Action] => [
    name,
    async ({ input }) => action(stacks, input),
  ])
  return { name: 'cloudformation', actions: Object.fromEntries(actions) }
}
