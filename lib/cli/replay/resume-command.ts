import type { OperateOptions } from '../operate/operate-options.js'

const FLAGS: Readonly<Partial<Record<keyof OperateOptions, string>>> = {
  stack: '--stack',
  outbox: '--outbox',
  region: '--region',
  endpointUrl: '--endpoint-url',
  local: '--local',
  table: '--table',
  partitionKey: '--partition-key',
  sortKey: '--sort-key',
  ttlAttribute: '--ttl-attribute',
  bus: '--bus',
}

/** The command that goes on with a replay, from the same place. */
export function resumeCommand(id: string, options: OperateOptions): string {
  const flags = Object.entries(FLAGS).flatMap(([name, flag]) => {
    const value: unknown = Object.entries(options).find(([option]) => option === name)?.[1]
    if (value === true) return [flag]
    return typeof value === 'string' ? [flag, quoted(value)] : []
  })
  return ['outbox', 'replay', '--resume', id, ...flags].join(' ')
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
