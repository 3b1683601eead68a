import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What to start a worker from: a file, or JavaScript text. */
export type WorkerEntry = { readonly file: string } | { readonly code: string }

const entries = new Map<string, Promise<WorkerEntry>>()

/**
 * A worker's entry as JavaScript. When the project runs from its TypeScript sources, it is bundled in memory: a
 * TypeScript loader in the worker would change how other modules load there, and costs time at every start.
 * @param compiled the file as the compiler writes it: `new URL('./worker.js', import.meta.url)`
 */
export function workerEntry(compiled: URL): Promise<WorkerEntry> {
  const known = entries.get(compiled.href)
  if (known !== undefined) return known
  const entry = findEntry(fileURLToPath(compiled))
  entries.set(compiled.href, entry)
  return entry
}

async function findEntry(file: string): Promise<WorkerEntry> {
  if (existsSync(file)) return { file }
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [file.replace(/\.js$/, '.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    // Its names must be no globals of the worker: a function may use the same.
    format: 'iife',
    target: 'node20',
  })
  return { code: outputFiles.map(({ text }) => text).join('') }
}
