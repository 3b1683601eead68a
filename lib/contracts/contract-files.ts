import type { ContractNames } from './contract-names.js'

/** The names of the files of one version of an event. */
export interface ContractFiles {
  readonly schema: string
  readonly types: string
}

export function contractFiles(file: ContractNames['file'], version: number): ContractFiles {
  return { schema: `${file}.v${version}.schema.json`, types: `${file}.v${version}.ts` }
}
