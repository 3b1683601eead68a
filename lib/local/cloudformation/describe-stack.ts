import type { DeployedStack } from '../assembly/deployed-stack.js'
import type { StackRegistry } from '../assembly/stack-registry.js'
import type { JsonRecord } from '../record.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Stack.html */
export function describeStack(stack: DeployedStack, stacks: StackRegistry): JsonRecord {
  const { description } = stack
  const { Description: text } = description.template
  return {
    StackId: description.stackId,
    StackName: description.stackName,
    ...(text === undefined ? {} : { Description: text }),
    Parameters: Object.entries(description.parameters).map(([ParameterKey, ParameterValue]) => ({
      ParameterKey,
      ParameterValue,
    })),
    CreationTime: new Date(description.createdAt),
    RollbackConfiguration: {},
    StackStatus: stack.status,
    DisableRollback: false,
    NotificationARNs: [],
    Outputs: stack.outputs.map(({ key, value, description, exportName }) => ({
      OutputKey: key,
      OutputValue: value,
      Description: description,
      ExportName: exportName,
    })),
    Tags: Object.entries(description.tags).map(([Key, Value]) => ({ Key, Value })),
    EnableTerminationProtection: false,
    ...ancestors(stack, stacks),
    DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
  }
}

/** Of a nested stack. */
export function ancestors({ description }: DeployedStack, stacks: StackRegistry): JsonRecord {
  const { parentId } = description
  if (parentId === undefined) return {}
  let rootId = parentId
  for (;;) {
    const above = stacks.find(rootId)?.description.parentId
    if (above === undefined) return { ParentId: parentId, RootId: rootId }
    rootId = above
  }
}
