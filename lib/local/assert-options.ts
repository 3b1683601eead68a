import { assertMembers } from './assert-members.js'
import { LocalCloudError } from './local-cloud-error.js'
import type { LocalCloudOptions } from './local-cloud-options.js'

const MEMBERS: Readonly<Record<keyof LocalCloudOptions, true>> = {
  assembly: true,
  stacks: true,
  region: true,
  dynamodbEndpoint: true,
  seed: true,
  streams: true,
  authoriser: true,
  log: true,
}

/** @throws LocalCloudError naming the option */
export function assertOptions(options: LocalCloudOptions): void {
  assertMembers('options', options, Object.keys(MEMBERS))
  const { assembly, stacks, region, seed, authoriser, log } = options
  if (assembly !== undefined && typeof assembly !== 'string')
    throw invalid('assembly', 'the path of a folder', assembly)
  if (stacks !== undefined && !(Array.isArray(stacks) && stacks.every((stack) => typeof stack === 'string')))
    throw invalid('stacks', 'a list of stack names', stacks)
  if (region !== undefined && !/^[a-z]{2}(-[a-z]+)+-\d+$/.test(region))
    throw invalid('region', 'a Region such as eu-west-1', region)
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw invalid('seed', 'a whole number', seed)
  if (authoriser !== undefined && typeof authoriser?.authorise !== 'function')
    throw invalid('authoriser', 'an object with a function `authorise`', authoriser)
  if (log !== undefined && typeof log !== 'function') throw invalid('log', 'a function', log)
}

function invalid(name: string, rule: string, value: unknown): LocalCloudError {
  return new LocalCloudError(
    `Expected \`${name}\` to be ${rule}, got \`${String(value)}\` (${typeof value}).`,
  )
}
