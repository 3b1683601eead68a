import { contractNames } from './contract-names.js'

const SCHEMA_FILE = /^(.+)\.v([1-9]\d*)\.schema\.json$/

/**
 * The text of `index.ts`: the types of the newest version of each event in the folder.
 * @param files names of files; what is no schema is ignored
 */
export function indexFile(files: Iterable<string>): string {
  const newest = new Map<string, number>()
  for (const file of files) {
    const [, name, version] = SCHEMA_FILE.exec(file) ?? []
    if (name !== undefined) newest.set(name, Math.max(newest.get(name) ?? 0, Number(version)))
  }
  const lines = [...newest]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, version]) => {
      const { type } = contractNames(name)
      return `export type { ${type}, ${type}Data, ${type}Metadata } from "./${name}.v${version}.js";`
    })
  return [
    '/** Written by `outbox contracts`. Do not edit. The newest version of each event. */',
    ...lines,
    '',
  ].join('\n')
}
