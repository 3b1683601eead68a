import type { ContractNames } from './contract-names.js'
import type { JsonSchema } from './json-schema.js'

/** What consumers of one version of an event are told. */
export interface Contract {
  readonly type: string
  readonly version: number
  readonly names: ContractNames
  /** Of the whole detail. */
  readonly schema: JsonSchema
}
