import { readRunningCloud } from '../local/running-cloud.js'
import { CliError } from './cli-error.js'
import type { OperateOptions } from './operate-options.js'

/** Where AWS is, as the options say; what they leave out, the environment says, as for every AWS tool. */
export interface AwsPlace {
  readonly region?: string
  /** Another address for all services: that of a local cloud. */
  readonly endpointUrl?: string
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const DEFAULT_FOLDER = 'cdk.out'

/** @throws CliError when `--local` names a folder of which no local cloud runs */
export async function awsPlace({ local, region, endpointUrl }: OperateOptions): Promise<AwsPlace> {
  if (local === undefined) return { region, endpointUrl }
  const folder = localFolder(local)
  const running = await readRunningCloud(folder)
  if (running === undefined) throw new CliError(noCloud(folder))
  return { region: running.region, endpointUrl: running.endpoint, credentials: running.credentials }
}

export function localFolder(local: string | true): string {
  return local === true ? DEFAULT_FOLDER : local
}

/** What to do where nothing runs. */
export function noCloud(folder: string): string {
  const assembly = folder === DEFAULT_FOLDER ? '' : ` --assembly ${folder}`
  return `No local cloud runs \`${folder}\`: start it with \`npx outbox local${assembly}\``
}
