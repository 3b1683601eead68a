import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalCloud, type LocalCloudOptions } from '../../../lib/local/index.js'
import { simulatedAuthoriser } from './simulated-authoriser.js'

/** One for all clouds of a test file: what it decided once it does not decide again. */
const AUTHORISER = simulatedAuthoriser()

/**
 * A local cloud that enforces the template's policies. When it stops, it leaves behind which grants were used, in the
 * folder that the environment variable GRANTS_FOLDER names: `scripts/unused-grants.ts` reads it.
 */
export async function startEnforcedCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const cloud = await LocalCloud.start({ authoriser: AUTHORISER, ...options })
  const folder = process.env['GRANTS_FOLDER']
  if (folder === undefined) return cloud
  const stop = cloud.stop.bind(cloud)
  let stopped: Promise<void> | undefined
  const leaveGrants = async (): Promise<void> => {
    await stop()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(cloud.grants()))
  }
  return Object.assign(cloud, {
    stop: () => {
      stopped ??= leaveGrants()
      return stopped
    },
  })
}
