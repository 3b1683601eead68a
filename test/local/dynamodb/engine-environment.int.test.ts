import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startDynoxide } from '../../../lib/local/dynamodb/dynoxide-engine.js'

/** Writes down its environment instead of being a database. */
const PROGRAM = `#!/bin/sh
env > "$(dirname "$0")/environment"
echo "listening on $2"
sleep 600
`

it('gives the engine the path of programs, and nothing else of the environment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const binary = join(folder, 'program')
  await writeFile(binary, PROGRAM, { mode: 0o755 })
  vi.stubEnv('AWS_SESSION_TOKEN', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const engine = await startDynoxide(binary, 'key')
  await engine.stop()
  const lines = (await readFile(join(folder, 'environment'), 'utf8')).trim().split('\n')
  expect(lines).toContain(`PATH=${process.env['PATH']}`)
  // What the shell itself sets.
  const names = lines
    .map((line) => line.split('=')[0])
    .filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))
  expect(names).toEqual(['PATH'])
})
