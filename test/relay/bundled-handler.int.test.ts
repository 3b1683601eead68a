import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlerBundle } from '../../scripts/handler-bundle.js'
import { RELAY_VARIABLES } from './relay-environment.js'

let directory: string
let bundle: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'relay-bundle-'))
  bundle = join(directory, 'index.mjs')
  await writeFile(
    bundle,
    (await handlerBundle(fileURLToPath(new URL('../..', import.meta.url)), 'lambdas/relay.ts')).code,
  )
})

afterAll(() => rm(directory, { recursive: true }))

/** Loads the bundle in a process that has the given variables only. */
function load(
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = `import(${JSON.stringify(bundle)}).then((module) => console.log(typeof module.handler))`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', '-e', script], { env: variables }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

describe('the bundle of the relay', () => {
  it('exports the handler', async () => {
    expect(await load(RELAY_VARIABLES)).toMatchObject({ code: 0, stdout: 'function\n' })
  })

  it('ends with one clear error where a variable is missing', async () => {
    const { OUTBOX_EVENT_BUS_ARN: _, ...others } = RELAY_VARIABLES
    const { code, stdout, stderr } = await load(others)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.match(/OutboxError: /g)).toHaveLength(1)
    expect(stderr).toMatch(
      'OutboxError: Expected the environment variable OUTBOX_EVENT_BUS_ARN to be set, got nothing. TransactionalOutbox sets it',
    )
  })
})
