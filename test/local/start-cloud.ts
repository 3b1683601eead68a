import { onTestFinished } from 'vitest'
import { LocalCloud, type LocalCloudOptions } from '../../lib/local/index.js'
import { type AssemblyFixture, writeAssembly } from './write-assembly.js'

/** A local cloud on one stack, `Shop`, with the given resources. It ends with the test. */
export async function startCloud(
  resources: Readonly<Record<string, unknown>>,
  more: Omit<AssemblyFixture, 'stacks'> &
    Omit<LocalCloudOptions, 'assembly'> & { readonly outputs?: unknown } = {},
): Promise<LocalCloud> {
  const { assets, files, outputs, ...options } = more
  const template = { Resources: resources, ...(outputs === undefined ? {} : { Outputs: outputs }) }
  const assembly = await writeAssembly({
    stacks: { Shop: { template } },
    ...(assets === undefined ? {} : { assets }),
    ...(files === undefined ? {} : { files }),
  })
  try {
    const cloud = await LocalCloud.start({ assembly: assembly.directory, ...options })
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
