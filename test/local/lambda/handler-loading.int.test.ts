import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { loadHandler } from '../../../lib/local/lambda/runtime/load-handler.js'
import { createFunction, type FunctionFixture } from './function-fixture.js'

let fixture: FunctionFixture | undefined

afterEach(async () => {
  await fixture?.end()
  fixture = undefined
})

async function outcomeOf(
  files: Readonly<Record<string, string>>,
  handler = 'index.handler',
): Promise<unknown> {
  fixture = await createFunction({ files, properties: { Handler: handler } })
  const { outcome } = await fixture.lambda.invoke('{}')
  return outcome
}

const ESM = "export const handler = async () => 'esm ' + import.meta.url.slice(-9)"
const CJS =
  "const { basename } = require('path'); exports.handler = async () => 'cjs ' + basename(__filename)"

it.each([
  ['.mjs', { 'index.mjs': ESM }, 'index.handler', 'esm index.mjs'],
  [
    '.js with type module',
    { 'index.js': ESM, 'package.json': '{"type":"module"}' },
    'index.handler',
    'esm /index.js',
  ],
  ['.js', { 'index.js': CJS }, 'index.handler', 'cjs index.js'],
  [
    '.js with type commonjs',
    { 'index.js': CJS, 'package.json': '{"type":"commonjs"}' },
    'index.handler',
    'cjs index.js',
  ],
  ['.cjs', { 'index.cjs': CJS }, 'index.handler', 'cjs index.cjs'],
  ['another file name', { 'relay.mjs': 'export const run = async () => 1' }, 'relay.run', 1],
  ['a namespace', { 'index.mjs': 'export const api = { get: async () => 2 }' }, 'index.api.get', 2],
  [
    'a file that requires its neighbour',
    { 'index.js': "exports.handler = require('./b').b", 'b.js': 'exports.b = async () => 3' },
    'index.handler',
    3,
  ],
])('loads %s', async (_name, files, handler, expected) => {
  expect(await outcomeOf(files, handler)).toEqual({ kind: 'response', payload: JSON.stringify(expected) })
})

it('takes .js without a package.json for CommonJS even below a folder with type module', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'outer-'))
  await writeFile(join(outer, 'package.json'), '{"type":"module"}')
  await mkdir(join(outer, 'asset'))
  await writeFile(join(outer, 'asset', 'index.js'), CJS)
  const handler = await loadHandler(join(outer, 'asset'), 'index.handler')
  expect(await handler({}, {})).toBe('cjs index.js')
  await rm(outer, { recursive: true })
})

it.each([
  ['no such file', {}, 'index.handler', 'Runtime.ImportModuleError', "Cannot find module 'index'"],
  [
    'a missing import',
    { 'index.mjs': "import 'no-such-package-here'" },
    'index.handler',
    'Runtime.ImportModuleError',
    'no-such-package-here',
  ],
  [
    'a missing require',
    { 'index.js': "require('no-such-package-here')" },
    'index.handler',
    'Runtime.ImportModuleError',
    'no-such-package-here',
  ],
  [
    'no such export',
    { 'index.mjs': 'export const other = 1' },
    'index.handler',
    'Runtime.HandlerNotFound',
    'index.handler is undefined or not exported',
  ],
  [
    'an export that is no function',
    { 'index.mjs': 'export const handler = 1' },
    'index.handler',
    'Runtime.HandlerNotFound',
    'index.handler',
  ],
  [
    'a syntax error',
    { 'index.mjs': 'export const = 1' },
    'index.handler',
    'Runtime.UserCodeSyntaxError',
    'SyntaxError',
  ],
  [
    'a module that throws',
    { 'index.mjs': "throw new RangeError('TABLE is not set')" },
    'index.handler',
    'RangeError',
    'TABLE is not set',
  ],
  [
    'a module that exits',
    { 'index.mjs': 'process.exit(1)' },
    'index.handler',
    'Runtime.ExitError',
    'exit status 1',
  ],
  ['a handler without a function', { 'index.mjs': ESM }, 'index', 'Runtime.MalformedHandlerName', 'index'],
  [
    'a handler outside the folder',
    { 'index.mjs': ESM },
    '../index.handler',
    'Runtime.MalformedHandlerName',
    '..',
  ],
])('reports %s', async (_name, files, handler, errorType, message) => {
  expect(await outcomeOf(files, handler)).toMatchObject({
    kind: 'error',
    error: { errorType, errorMessage: expect.stringContaining(message) },
  })
})

it('tries again after a failed cold start', async () => {
  fixture = await createFunction({ files: { 'index.mjs': "throw new Error('always')" } })
  for (const _attempt of [1, 2]) {
    const { outcome } = await fixture.lambda.invoke('{}')
    expect(outcome).toMatchObject({ error: { errorMessage: 'always' } })
  }
})
