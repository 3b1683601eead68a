import type { LocalCloud, LocalCloudOptions } from '../../../lib/local/index.js'
import { writeAssembly } from '../write-assembly.js'
import { startEnforcedCloud } from './enforced-cloud.js'
import { CODE, functionOf, trust } from './function-with-role.js'

export type Statement = Readonly<Record<string, unknown>>

export interface RoleCloud {
  readonly cloud: LocalCloud
  readonly stop: () => Promise<void>
}

/**
 * A stack `Shop` with the given resources and, for each name, a function of that name whose role has the given
 * statements: one acts as it with `cloud.clientConfigAs(name)`.
 */
export async function startRoleCloud(
  resources: Readonly<Record<string, unknown>>,
  roles: Readonly<Record<string, readonly Statement[]>>,
  options: Omit<LocalCloudOptions, 'assembly'> = {},
): Promise<RoleCloud> {
  const functions = Object.entries(roles).flatMap(([name, statements]) => [
    [
      `${name}Role`,
      {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
          Policies: [{ PolicyName: 'own', PolicyDocument: { Statement: statements } }],
        },
      },
    ],
    [name, functionOf({ 'Fn::GetAtt': [`${name}Role`, 'Arn'] })],
  ])
  const template = { Resources: { ...resources, ...Object.fromEntries(functions) } }
  const assembly = await writeAssembly({ stacks: { Shop: { template } }, assets: CODE })
  try {
    const cloud = await startEnforcedCloud({ assembly: assembly.directory, ...options })
    return {
      cloud,
      stop: async () => {
        await cloud.stop()
        await assembly.remove()
      },
    }
  } catch (error) {
    await assembly.remove()
    throw error
  }
}

/** `allowed`, or the name of the error that refuses; another error is thrown. */
export async function outcome(call: () => Promise<unknown>): Promise<string> {
  try {
    await call()
    return 'allowed'
  } catch (error) {
    if (error instanceof Error && /AccessDenied/.test(error.name)) return error.name
    throw error
  }
}
