import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RuntimeError } from './runtime-error.js'

export type Handler = (event: unknown, context: unknown) => unknown

/**
 * Finds and evaluates the function's module the way Lambda's Node.js runtime does.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
export async function loadHandler(taskRoot: string, handler: string): Promise<Handler> {
  const { file, path } = locate(taskRoot, handler)
  let exported = await evaluate(taskRoot, file)
  for (const name of path) exported = member(exported, name)
  if (typeof exported !== 'function') {
    throw new RuntimeError('Runtime.HandlerNotFound', `${handler} is undefined or not exported`)
  }
  const callable = exported
  return (event, context) => Reflect.apply(callable, undefined, [event, context])
}

function locate(taskRoot: string, handler: string): { file: string; path: readonly string[] } {
  if (handler.includes('..')) {
    throw new RuntimeError('Runtime.MalformedHandlerName', `'..' is not allowed in the handler '${handler}'`)
  }
  const name = basename(handler)
  const dot = name.indexOf('.')
  if (dot < 1 || dot === name.length - 1) {
    throw new RuntimeError('Runtime.MalformedHandlerName', `Expected 'file.function', got '${handler}'`)
  }
  const module = join(dirname(handler), name.slice(0, dot))
  const candidates = ['.js', '.mjs', '.cjs'].map((extension) => resolve(taskRoot, `${module}${extension}`))
  const file = candidates.find((candidate) => existsSync(candidate))
  if (file === undefined) {
    throw new RuntimeError('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`)
  }
  return { file, path: name.slice(dot + 1).split('.') }
}

async function evaluate(taskRoot: string, file: string): Promise<unknown> {
  try {
    if (file.endsWith('.mjs') || (file.endsWith('.js') && isModulePackage(taskRoot, file))) {
      return await import(pathToFileURL(file).href)
    }
    return requireCommonJs(taskRoot, file)
  } catch (error) {
    throw asImportError(error)
  }
}

/** Only a package.json of the asset counts: one further up the developer's disk does not exist on Lambda. */
function isModulePackage(taskRoot: string, file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) {
      const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
      return member(content, 'type') === 'module'
    }
    if (folder === taskRoot || relative(taskRoot, folder).startsWith('..')) return false
  }
}

function requireCommonJs(taskRoot: string, file: string): unknown {
  const require = createRequire(file)
  // Node would apply the `type` of the nearest package.json on the disk, also one outside the asset.
  const compile = require.extensions['.js']
  require.extensions['.js'] = (module, filename) => {
    if (relative(taskRoot, filename).startsWith('..') || filename.includes('/node_modules/')) {
      compile(module, filename)
      return
    }
    Reflect.apply(Reflect.get(module, '_compile'), module, [readFileSync(filename, 'utf8'), filename])
  }
  return require(file)
}

function asImportError(error: unknown): unknown {
  if (error instanceof SyntaxError) {
    return withStack(new RuntimeError('Runtime.UserCodeSyntaxError', `SyntaxError: ${error.message}`), error)
  }
  const code = member(error, 'code')
  if (error instanceof Error && (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND')) {
    return withStack(new RuntimeError('Runtime.ImportModuleError', `Error: ${error.message}`), error)
  }
  return error
}

function withStack(error: RuntimeError, original: Error): RuntimeError {
  if (original.stack !== undefined) error.stack = original.stack
  return error
}

function member(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  return Reflect.get(value, name)
}
