import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from './plan.js'

/** Writes what is missing or outdated, and nothing else. */
export async function writeContracts({ folder, files }: Plan): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, text, state } of files)
    if (state !== 'unchanged') await writeFile(join(folder, name), text)
}
