import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LocalCloud } from 'serverless-outbox/local'
import { simulatedAuthoriser } from '../../test/local/iam/simulated-authoriser.js'
import { type ChaosOutputs, synthChaosStack } from './chaos-stack.js'

/** The stack in the local cloud. */
export interface ChaosCloud {
  readonly cloud: LocalCloud
  readonly outputs: ChaosOutputs
  readonly stop: () => Promise<void>
}

/** @param seed also of what the local cloud decides by chance */
export async function startChaosCloud(seed: number): Promise<ChaosCloud> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-chaos-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    const assembly = await synthChaosStack(folder)
    const cloud = await LocalCloud.start({ assembly, seed, authoriser: simulatedAuthoriser() })
    return {
      cloud,
      // Outputs of CloudFormation are texts by name; the stack says which.
      outputs: cloud.outputs['Chaos'] as unknown as ChaosOutputs,
      stop: async () => {
        try {
          await cloud.stop()
        } finally {
          await remove()
        }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
