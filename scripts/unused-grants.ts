import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Grant } from 'serverless-outbox/local'
import { JUSTIFIED_GRANTS } from './grants/justified-grants.js'
import { reviewGrants } from './grants/review-grants.js'

// After a run of the tests with GRANTS_FOLDER: fails when a grant of the constructs or of the example was never used.

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: tsx scripts/unused-grants.ts FOLDER     the GRANTS_FOLDER of a run of all tests')
  process.exit(2)
}

const files = await readdir(folder).catch(() => [])
const grants = await Promise.all(
  files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as readonly Grant[]),
)
const { grants: total, unjustified, stale } = reviewGrants(grants.flat(), JUSTIFIED_GRANTS)

for (const key of unjustified) console.error(`No test uses this grant: ${key}`)
for (const key of stale) console.error(`This grant needs no justification any more: ${key}`)
if (total === 0)
  console.error(`No grants were recorded in ${folder}: run all tests with GRANTS_FOLDER=${folder}`)
console.log(
  `${total} grants, ${Object.keys(JUSTIFIED_GRANTS).length} justified, ${unjustified.length} unused, ${stale.length} stale`,
)
process.exitCode = total === 0 || unjustified.length > 0 || stale.length > 0 ? 1 : 0
