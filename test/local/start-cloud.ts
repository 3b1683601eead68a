import { onTestFinished } from 'vitest'
import type { LocalCloud, LocalCloudOptions } from '../../lib/local/index.js'
import { administratorRoles } from './administrator-roles.js'
import { startEnforcedCloud } from './iam/enforced-cloud.js'
import { type AssemblyFixture, writeAssembly } from './write-assembly.js'

/**
 * A local cloud on one stack, `Shop`, with the given resources, that enforces their policies. It ends with the test.
 * A function whose role is only an ARN gets one with all permissions.
 */
export async function startCloud(
  resources: Readonly<Record<string, unknown>>,
  more: Omit<AssemblyFixture, 'stacks'> &
    Omit<LocalCloudOptions, 'assembly'> & { readonly outputs?: unknown } = {},
): Promise<LocalCloud> {
  const { assets, files, outputs, ...options } = more
  const template = {
    Resources: { ...administratorRoles(resources), ...resources },
    ...(outputs === undefined ? {} : { Outputs: outputs }),
  }
  const assembly = await writeAssembly({
    stacks: { Shop: { template } },
    ...(assets === undefined ? {} : { assets }),
    ...(files === undefined ? {} : { files }),
  })
  try {
    const cloud = await startEnforcedCloud({ assembly: assembly.directory, ...options })
    onTestFinished(async () => {
      await cloud.stop()
      await assembly.remove()
    })
    return cloud
  } catch (error) {
    await assembly.remove()
    throw error
  }
}
