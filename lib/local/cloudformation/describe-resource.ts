import type { DeployedStack, StackResource } from '../assembly/deployed-stack.js'
import type { JsonRecord } from '../record.js'

/** The members that all answers about a resource of a stack share. */
export function describeResource({ logicalId, ref, type }: StackResource): JsonRecord {
  return {
    LogicalResourceId: logicalId,
    PhysicalResourceId: ref,
    ResourceType: type,
    ResourceStatus: 'CREATE_COMPLETE',
    DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
  }
}

export function stackMembers({ description: { stackName, stackId } }: DeployedStack): JsonRecord {
  return { StackName: stackName, StackId: stackId }
}
