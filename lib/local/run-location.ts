import type { StackArtifact } from './assembly/stack-artifact.js'
import type { SpyLog } from './spy-log.js'

const DEFAULT_REGION = 'us-east-1'
/** For stacks that leave the account open; the engines use the same. */
const DEFAULT_ACCOUNT = '000000000000'

export interface RunLocation {
  readonly region: string
  readonly accountId: string
}

/** One account and one region for all: those of the first stack that states its own. */
export function runLocation(
  stacks: readonly StackArtifact[],
  chosenRegion: string | undefined,
  spies: Pick<SpyLog, 'warn'>,
): RunLocation {
  const accounts = [...new Set(stacks.flatMap(({ accountId }) => accountId ?? []))]
  const regions = [...new Set(stacks.flatMap(({ region }) => region ?? []))]
  const region = chosenRegion ?? regions[0] ?? DEFAULT_REGION
  const accountId = accounts[0] ?? DEFAULT_ACCOUNT
  if (accounts.length > 1 || regions.some((other) => other !== region)) {
    const stated = [...accounts, ...regions].join(', ')
    spies.warn(`All stacks run in account ${accountId} and region ${region}, although they state: ${stated}.`)
  }
  return { region, accountId }
}
