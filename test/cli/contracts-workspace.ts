import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from '../../lib/cli/run.js'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** A repository that publishes contracts. */
export interface ContractsWorkspace {
  readonly folder: string
  /** Writes a module, and gives its path; each has a name of its own, for modules are loaded once. */
  readonly module: (source: string, extension?: string) => Promise<string>
  /** A module that exports one version of an event, by zod. */
  readonly event: (type: string, version: number, schema: string) => Promise<string>
  /** Runs `outbox contracts <module> --out <folder>/contracts`. */
  readonly contracts: (module: string, ...options: readonly string[]) => Promise<Outcome>
  /** The contracts by name of file. */
  readonly files: () => Promise<Readonly<Record<string, string>>>
  readonly remove: () => Promise<void>
}

const ZOD = "import { z } from 'zod'\n"
const DEFINE = `import { defineEvent } from ${JSON.stringify(resolve('lib/event/define-event.ts'))}\n`

export async function contractsWorkspace(): Promise<ContractsWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), 'contracts-'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'events'))
  const contracts = join(folder, 'contracts')
  let modules = 0
  const module = async (source: string, extension = 'ts'): Promise<string> => {
    const path = join(folder, 'events', `events-${++modules}.${extension}`)
    await writeFile(path, source)
    return path
  }
  return {
    folder,
    module,
    event: (type, version, schema) =>
      module(
        `${ZOD}${DEFINE}export const event = defineEvent('${type}', { version: ${version}, aggregateType: 'Order', schema: ${schema} })\n`,
      ),
    contracts: async (path, ...options) => {
      const out: string[] = []
      const error: string[] = []
      const code = await run(['contracts', path, '--out', contracts, ...options], {
        out: (line) => void out.push(`${line}\n`),
        error: (line) => void error.push(`${line}\n`),
      })
      return { code, out: out.join(''), error: error.join('') }
    },
    files: async () => {
      const names = await readdir(contracts).catch(() => [])
      const texts = await Promise.all(names.map((name) => readFile(join(contracts, name), 'utf8')))
      return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
