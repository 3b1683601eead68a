import { isRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'

/** `Ref` is the role's name. Its inline policies are kept. */
export function roleProvider(policies: PolicyRegistry, accountId: string): ResourceProvider {
  return {
    type: 'AWS::IAM::Role',
    passive: true,
    provision: async ({ properties, generatedName }) => {
      const name = String(properties['RoleName'] ?? generatedName)
      const inline = Array.isArray(properties['Policies']) ? properties['Policies'].filter(isRecord) : []
      policies.addToRole(
        name,
        inline.flatMap((policy) => policyStatements(policy['PolicyDocument'])),
      )
      const path = String(properties['Path'] ?? '/')
      return {
        ref: name,
        attributes: { Arn: `arn:aws:iam::${accountId}:role${path}${name}`, RoleId: `AROA${name.slice(-12)}` },
      }
    },
  }
}
