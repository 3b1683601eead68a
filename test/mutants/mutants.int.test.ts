import { expect, it } from 'vitest'
import { MUTANTS } from './mutants.js'
import { mutatedCopy } from './mutated-copy.js'
import { runTests } from './run-tests.js'

// Whoever takes a safeguard away is told by a test that fails for it, and for nothing else: in a copy of the checkout that
// is left as it is, the same files pass.

it('in a copy without a change, every one of these files passes', { timeout: 600_000 }, async () => {
  const files = [...new Set(MUTANTS.map(({ killedBy }) => killedBy))]
  const { passed, failed, output } = await runTests(await mutatedCopy(), files)
  expect(failed, output).toEqual([])
  expect(passed, output).toBeGreaterThanOrEqual(files.length)
})

it.each(MUTANTS)('without $without, $killedBy fails', { timeout: 300_000 }, async (mutant) => {
  const { failed, output } = await runTests(await mutatedCopy(mutant), [mutant.killedBy])
  expect(failed, output).not.toEqual([])
})
