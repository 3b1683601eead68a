import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createJiti } from 'jiti'
import type { EventDefinition } from '../event/event-definition.js'
import { ContractsError } from './contracts-error.js'
import { isEventDefinition } from './is-event-definition.js'

/**
 * The event definitions that a TypeScript or JavaScript module exports. The module is run.
 * @throws ContractsError when there is no such file, when it fails, and when it exports no event definition
 */
export async function loadDefinitions(module: string): Promise<readonly EventDefinition[]> {
  const path = resolve(module)
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true)
    throw new ContractsError(
      `Expected \`${module}\` to be a TypeScript or JavaScript file, got none at ${path}`,
    )
  const exported = exportsOf(await load(path, module))
  const definitions = exported.filter(isEventDefinition)
  if (definitions.length > 0) return [...new Set(definitions)]
  throw new ContractsError(
    `Expected \`${module}\` to export event definitions, got ${exported.length} exports and none among them: export what \`defineEvent\` returns`,
  )
}

async function load(path: string, module: string): Promise<unknown> {
  // No cache on disk: a check writes nothing.
  const jiti = createJiti(path, { fsCache: false, tsconfigPaths: true })
  try {
    return await jiti.import(path)
  } catch (cause) {
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new ContractsError(`Expected \`${module}\` to load, got an error: ${line}`, { cause })
  }
}

/** A CommonJS module has its exports in `default`. */
function exportsOf(loaded: unknown): readonly unknown[] {
  if (typeof loaded !== 'object' || loaded === null) return [loaded]
  const values: readonly unknown[] = Object.values(loaded)
  const main = 'default' in loaded ? loaded.default : undefined
  if (typeof main !== 'object' || main === null || isEventDefinition(main)) return values
  return [...new Set([...values.filter((value) => value !== main), ...Object.values(main)])]
}
