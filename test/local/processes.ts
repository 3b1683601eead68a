import { readdir, readFile } from 'node:fs/promises'

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** The processes of this machine (Linux). Those that have ended and only wait for their parent do not count. */
async function processes(): Promise<readonly RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const [, state, parent] = /\) (\S) (\d+)/.exec(stat ?? '') ?? []
      return state === undefined || state === 'Z'
        ? []
        : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }]
    }),
  )
  return found.flat()
}

/** All processes that descend from the given one. */
export async function descendants(pid: number): Promise<readonly RunningProcess[]> {
  const all = await processes()
  const below = (parent: number): readonly RunningProcess[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(pid)
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await processes()).some((each) => each.pid === pid)
}

export async function enginesOf(pid: number): Promise<readonly number[]> {
  const engines = (await descendants(pid)).filter(({ command }) =>
    command.split('\0')[0]?.endsWith('/dynoxide'),
  )
  return engines.map((engine) => engine.pid)
}
