import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface TestRun {
  readonly passed: number
  /** The titles of those that failed. A file that could not be loaded has none. */
  readonly failed: readonly string[]
  /** What the run printed, for whoever has to find out why. */
  readonly output: string
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const run = promisify(execFile)

/** Runs test files of a checkout in a process of their own. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestRun> {
  const report = join(folder, 'report.json')
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const { TEST_RESULTS, GRANTS_FOLDER, VITEST, ...env } = process.env
  // A run with failures ends with an error, which is what is wanted here.
  const { stdout, stderr } = await run(
    process.execPath,
    [
      vitest,
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--bail=1',
      ...files,
    ],
    { cwd: folder, env, maxBuffer: 64 * 1_024 * 1_024 },
  ).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
  const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  return {
    passed: numPassedTests,
    failed: testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ),
    output: `${stdout}\n${stderr}`,
  }
}
