import { isRecord, type JsonRecord } from '../record.js'
import type { ResourceProvider } from '../resource-provider.js'
import type { SpyLog } from '../spy-log.js'
import type { PolicyRegistry } from './policy-registry.js'
import { policyStatements } from './policy-statements.js'

/** `Ref` is the role's name. Kept: inline policies, attached managed policies and the trust policy. */
export function roleProvider(
  policies: PolicyRegistry,
  accountId: string,
  spies: Pick<SpyLog, 'warn'>,
): ResourceProvider {
  return {
    type: 'AWS::IAM::Role',
    passive: true,
    provision: async ({ logicalId, properties, generatedName }) => {
      const name = String(properties['RoleName'] ?? generatedName)
      const path = String(properties['Path'] ?? '/')
      const arn = `arn:aws:iam::${accountId}:role${path}${name}`
      policies.addRole(name)
      for (const policy of list(properties['Policies']).filter(isRecord))
        policies.addToRole(name, policyStatements(policy['PolicyDocument']))
      for (const policyArn of list(properties['ManagedPolicyArns']).map(String)) {
        if (policies.attachManagedPolicy(name, policyArn)) continue
        spies.warn(`The local cloud does not know ${policyArn} of role ${logicalId}: it grants nothing here.`)
      }
      if (properties['PermissionsBoundary'] !== undefined)
        spies.warn(`PermissionsBoundary of role ${logicalId} is not emulated locally.`)
      policies.addToResource(arn, trustStatements(properties['AssumeRolePolicyDocument'], arn))
      return { ref: name, attributes: { Arn: arn, RoleId: `AROA${name.slice(-12)}` } }
    },
  }
}

/** A trust policy is the resource policy of its role: the resource that it does not name is the role itself. */
function trustStatements(document: unknown, roleArn: string): readonly JsonRecord[] {
  return policyStatements(document).map((statement) => ({ ...statement, Resource: roleArn }))
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
