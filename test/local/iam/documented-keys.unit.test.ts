import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const KEY = /\b(?:aws|cloudwatch|dynamodb|events|lambda|s3):[A-Za-z][A-Za-z-]*\b/g

/** Keys stand as the names of members; actions and the conditions of others' statements do not. */
const SUPPLIED = /'((?:aws|cloudwatch|dynamodb|events|lambda):[\w-]+)':/g

async function sources(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

it('every condition key that is supplied is in the table, and the table has no other', async () => {
  const code = `${await sources('lib/local/iam')}\n${await readFile('lib/local/lambda/function-url/admit-request.ts', 'utf8')}`
  const supplied = new Set([
    ...[...code.matchAll(SUPPLIED)].map(([, key]) => key),
    // Named as they are in the query string, and by the members of patterns.
    ...[
      's3:prefix',
      's3:delimiter',
      's3:max-keys',
      'events:source',
      'events:detail-type',
      'events:TargetArn',
    ],
  ])
  const text = await readFile('docs/iam-conditions.md', 'utf8')
  const table = text.slice(text.search(/\| key +\| present/), text.indexOf('Where AWS'))
  const firstColumn = table.split('\n').map((line) => line.split('|')[1] ?? '')
  const documented = new Set(firstColumn.flatMap((cell) => cell.match(KEY) ?? []))
  expect([...documented].sort()).toEqual([...supplied].sort())
})
