import { isDeepStrictEqual } from 'node:util'
import type { Contract } from './contract.js'
import { contractFiles } from './contract-files.js'
import { contractNames } from './contract-names.js'
import { ContractsError } from './contracts-error.js'
import type { DescribedEvent } from './described-event.js'
import { detailSchema } from './detail-schema.js'

/**
 * The contracts of event definitions, by type and version.
 * @throws ContractsError when two of them contradict each other, or would have the same files
 */
export function contractsOf(definitions: readonly DescribedEvent[]): readonly Contract[] {
  assertDistinctNames(definitions)
  const contracts: Contract[] = []
  for (const definition of definitions) {
    const { type, version } = definition
    const names = contractNames(type)
    const schema = detailSchema(definition, contractFiles(names.file, version).schema)
    const other = contracts.find((contract) => contract.type === type && contract.version === version)
    if (other === undefined) contracts.push({ type, version, names, schema })
    else if (!isDeepStrictEqual(other.schema, schema))
      throw new ContractsError(
        `Expected one definition of event \`${type}\` v${version}, got two with different schemas: raise the \`version\` of the newer one`,
      )
  }
  return contracts.sort((one, other) => compareTexts(one.type, other.type) || one.version - other.version)
}

/** File systems that ignore case are common, and the index exports all types of all events. */
function assertDistinctNames(definitions: readonly DescribedEvent[]): void {
  const types = new Map<string, string>()
  for (const { type } of definitions) {
    const { type: name } = contractNames(type)
    for (const exported of [name, `${name}Data`, `${name}Metadata`]) {
      const other = types.get(exported.toLowerCase())
      if (other !== undefined && other !== type)
        throw new ContractsError(
          `Expected events to have files and TypeScript types of their own, got \`${other}\` and \`${type}\`, which both have \`${exported}\`: rename one of them, or export it from another module with an --out of its own`,
        )
      types.set(exported.toLowerCase(), type)
    }
  }
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
