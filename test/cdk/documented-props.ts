import { readdirSync, readFileSync } from 'node:fs'

export interface DocumentedProps {
  readonly interfaces: readonly string[]
  /** Names of all optional properties, those aside that exclude each other (`never`). */
  readonly optional: readonly string[]
  /** `@default` of each optional property, by the interface's name. */
  readonly documented: (interfaceName: string) => ReadonlyMap<string, string>
}

/** What the `*-props.ts` of a folder say, in the order of the files. */
export function documentedProps(folder: URL): DocumentedProps {
  const source = readdirSync(folder)
    .filter((file) => file.endsWith('-props.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const bodies = new Map(
    [...source.matchAll(/^(?:export )?interface (\w+)(?: extends \w+)? \{\n(.*?)^\}/gms)].map(
      ([, name = '', body = '']) => [name, body],
    ),
  )
  return {
    interfaces: [...bodies.keys()],
    optional: [...source.matchAll(/^ {2}readonly (\w+)\?: (?!never)/gm)].map(([, name = '']) => name),
    documented: (interfaceName) => {
      const body = bodies.get(interfaceName) ?? ''
      const found = [...body.matchAll(/@default (.+?)(?: \*\/)?\n(?:\s+\*\/\n)?\s+readonly (\w+)\?:/g)]
      return new Map(found.map(([, text = '', name = '']) => [name, text]))
    },
  }
}
