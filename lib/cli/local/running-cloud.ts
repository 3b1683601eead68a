import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalCloud } from '../../local/index.js'

/** How other commands reach the local cloud that runs a cloud assembly. */
export interface RunningCloud {
  readonly endpoint: string
  readonly region: string
  /** The user's: the local cloud lets it do everything. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** The process that runs it. */
  readonly pid: number
}

const FILE = 'outbox-local.json'

/**
 * Leaves beside the assembly how to reach the cloud, for nobody but this machine's user.
 *
 * @returns what takes it away, unless another cloud has put its own there since
 */
export async function tellRunningCloud(
  assembly: string,
  cloud: Pick<LocalCloud, 'endpoint' | 'region' | 'clientConfig'>,
): Promise<() => Promise<void>> {
  const path = join(assembly, FILE)
  const { endpoint, region, clientConfig } = cloud
  const running: RunningCloud = { endpoint, region, credentials: clientConfig.credentials, pid: process.pid }
  // A file that is there keeps its mode.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(running, undefined, 2)}\n`, { mode: 0o600 })
  return async () => {
    const now = await readFile(path, 'utf8').then(parsed, () => undefined)
    if (now?.endpoint === endpoint && now.pid === process.pid) await rm(path, { force: true })
  }
}

/** The cloud that runs the assembly; undefined when none does, or the one that did was killed. */
export async function readRunningCloud(assembly: string): Promise<RunningCloud | undefined> {
  const running = await readFile(join(assembly, FILE), 'utf8').then(parsed, () => undefined)
  return running !== undefined && isAlive(running.pid) ? running : undefined
}

function parsed(text: string): RunningCloud | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRunningCloud(value) ? value : undefined
  } catch {
    // Half written, or somebody's own: it tells of no cloud.
    return undefined
  }
}

function isRunningCloud(value: unknown): value is RunningCloud {
  if (!isObject(value) || !isObject(value['credentials'])) return false
  const { endpoint, region, pid, credentials } = value
  const texts = [endpoint, region, credentials['accessKeyId'], credentials['secretAccessKey']]
  return texts.every((text) => typeof text === 'string') && typeof pid === 'number'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 asks only. https://nodejs.org/api/process.html#processkillpid-signal
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
