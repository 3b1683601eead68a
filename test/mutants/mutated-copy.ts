import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { Mutant } from './mutant.js'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['lib', 'lambdas', 'scripts', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']

/**
 * A checkout in which the mutant lives: sources changed, handlers bundled from them. As it is when there is none. It is
 * gone with the test.
 */
export async function mutatedCopy(mutant?: Mutant): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-mutant-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const source of SOURCES) await cp(join(ROOT, source), join(folder, source), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  if (mutant !== undefined) await mutate(folder, mutant)
  await run(process.execPath, ['--import', 'tsx', 'scripts/bundle-handlers.ts'], { cwd: folder })
  return folder
}

async function mutate(folder: string, { file, text, instead }: Mutant): Promise<void> {
  const path = join(folder, file)
  const [before, after, ...more] = (await readFile(path, 'utf8')).split(text)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`Expected \`text\` to stand once in ${file}: ${text}`)
  await writeFile(path, `${before}${instead}${after}`)
}
