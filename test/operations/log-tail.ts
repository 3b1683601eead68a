import type { LocalCloud } from 'serverless-outbox/local'

const PATTERN = /^\{ \$\.(\w+) = "([^"]+)" \}$/

/**
 * `aws logs tail` of a function's log group: CloudWatch Logs has no place in the local cloud, but what functions write is
 * kept.
 * @param before how many lines each function had written before: they are older than what is asked for
 */
export function logTail(
  cloud: LocalCloud,
  words: readonly string[],
  before: ReadonlyMap<string, number>,
): string {
  const [group = '', ...flags] = words
  const { logicalId } = cloud.resources('AWS::Logs::LogGroup').find(({ ref }) => ref === group) ?? {}
  if (logicalId === undefined) throw new Error(`Expected the name of a log group, got ${group}`)
  const found = cloud
    .resources('AWS::Lambda::Function')
    .find(({ logicalId: own }) => own.slice(0, -8) === logicalId.replace(/Logs[0-9A-F]{8}$/, ''))
  const name = found?.ref ?? group
  const lines = cloud.logLines(name).slice(before.get(name))
  const [since, hour, flag, pattern = ''] = flags
  if (since !== '--since' || hour !== '1h') throw new Error(`Expected --since 1h, got ${flags.join(' ')}`)
  if (flag === undefined) return lines.join('\n')
  const [, key = '', wanted] = PATTERN.exec(pattern) ?? []
  if (flag !== '--filter-pattern' || wanted === undefined)
    throw new Error(`Expected --filter-pattern '{ $.key = "value" }', got ${flags.join(' ')}`)
  return lines.filter((line) => isMatch(member(line, key), wanted)).join('\n')
}

function isMatch(found: unknown, wanted: string): boolean {
  return wanted === '*' ? found !== undefined : found === wanted
}

function member(line: string, key: string): unknown {
  try {
    return Reflect.get(Object(JSON.parse(line)), key)
  } catch {
    return undefined
  }
}
