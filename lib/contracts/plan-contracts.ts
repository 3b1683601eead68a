import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contract } from './contract.js'
import { contractFiles } from './contract-files.js'
import { ContractsError } from './contracts-error.js'
import { indexFile } from './index-file.js'
import { judge } from './judge.js'
import type { Judgement, Plan, PlannedFile } from './plan.js'
import { schemaText } from './schema-text.js'
import { typeDeclarations } from './type-declarations.js'

/** Compares contracts with a folder, which need not exist. @throws ContractsError when the folder cannot be read */
export async function planContracts(contracts: readonly Contract[], folder: string): Promise<Plan> {
  const events: Judgement[] = []
  const files: PlannedFile[] = []
  const names = new Set(await list(folder))
  for (const contract of contracts) {
    const file = contractFiles(contract.names.file, contract.version)
    const text = schemaText(contract.schema)
    const published = await read(folder, file.schema)
    events.push(judge(contract, text, published))
    files.push(planned(file.schema, text, published))
    const types = await typeDeclarations(contract.schema, contract.names.type)
    files.push(planned(file.types, types, await read(folder, file.types)))
    names.add(file.schema)
  }
  files.push(planned('index.ts', indexFile(names), await read(folder, 'index.ts')))
  return { folder, events, files }
}

function planned(name: string, text: string, published: string | undefined): PlannedFile {
  if (published === undefined) return { name, text, state: 'missing' }
  return { name, text, state: published === text ? 'unchanged' : 'outdated' }
}

async function list(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw unreadable(folder, error)
  }
}

async function read(folder: string, name: string): Promise<string | undefined> {
  try {
    // git may have given the file the line ends of this machine.
    return (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unreadable(join(folder, name), error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function unreadable(path: string, cause: unknown): ContractsError {
  const why = cause instanceof Error && 'code' in cause ? cause.code : cause
  return new ContractsError(`Expected \`${path}\` to be readable, got ${why}`, { cause })
}
