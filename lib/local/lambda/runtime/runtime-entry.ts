import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What to start a worker from: a file, or JavaScript text. */
export type RuntimeEntry = { readonly file: string } | { readonly code: string }

let entry: Promise<RuntimeEntry> | undefined

/**
 * The runtime's entry as JavaScript. When the project runs from its TypeScript sources, it is bundled in memory: a
 * TypeScript loader in the worker would change how the function's own modules load.
 */
export function runtimeEntry(): Promise<RuntimeEntry> {
  entry ??= findEntry()
  return entry
}

async function findEntry(): Promise<RuntimeEntry> {
  const compiled = fileURLToPath(new URL('./runtime.js', import.meta.url))
  if (existsSync(compiled)) return { file: compiled }
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./runtime.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'iife',
    target: 'node20',
  })
  return { code: outputFiles.map(({ text }) => text).join('') }
}
