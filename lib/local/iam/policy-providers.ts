import type { ProvisionedResource, ResourceProvider } from '../resource-provider.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'

/** `AWS::IAM::Policy` and `AWS::IAM::ManagedPolicy`: kept with the roles that they name. */
export function policyProviders(policies: PolicyRegistry, accountId: string): readonly ResourceProvider[] {
  return ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].map((type) => ({
    type,
    passive: true,
    provision: async ({ properties, generatedName }): Promise<ProvisionedResource> => {
      const roles = Array.isArray(properties['Roles']) ? properties['Roles'].map(String) : []
      const statements = policyStatements(properties['PolicyDocument'])
      for (const role of roles) policies.addToRole(role, statements)
      const name = String(properties['PolicyName'] ?? properties['ManagedPolicyName'] ?? generatedName)
      if (type === 'AWS::IAM::Policy') return { ref: name, attributes: { Id: name } }
      const arn = `arn:aws:iam::${accountId}:policy${String(properties['Path'] ?? '/')}${name}`
      policies.addManagedPolicy(arn, statements)
      return { ref: arn, attributes: { PolicyArn: arn } }
    },
  }))
}
