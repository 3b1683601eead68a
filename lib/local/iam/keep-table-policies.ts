import { isRecord, type JsonRecord } from '../record.js'
import type { ProvisionedResource, ResourceProvider } from '../resource-provider.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'

/**
 * A provider of tables that also keeps the resource policies of the table and of its stream: a global table has them
 * per replica.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 */
export function keepTablePolicies(
  provider: ResourceProvider,
  policies: PolicyRegistry,
  region: string,
): ResourceProvider {
  return {
    ...provider,
    provision: async (resource): Promise<ProvisionedResource> => {
      const provisioned = await provider.provision(resource)
      const { Arn: table, StreamArn: stream } = provisioned.attributes
      for (const owner of [resource.properties, ...replicasOf(resource.properties, region)]) {
        if (table !== undefined) policies.addToResource(table, statementsIn(owner['ResourcePolicy']))
        const specification = owner['StreamSpecification'] ?? owner['ReplicaStreamSpecification']
        if (stream !== undefined && isRecord(specification))
          policies.addToResource(stream, statementsIn(specification['ResourcePolicy']))
      }
      return provisioned
    },
  }
}

function replicasOf({ Replicas: replicas }: JsonRecord, region: string): readonly JsonRecord[] {
  if (!Array.isArray(replicas)) return []
  return replicas.filter(isRecord).filter((replica) => replica['Region'] === region)
}

function statementsIn(policy: unknown): readonly JsonRecord[] {
  return isRecord(policy) ? policyStatements(policy['PolicyDocument']) : []
}
