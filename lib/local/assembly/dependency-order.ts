import { LocalCloudError } from '../local-cloud-error.js'

/**
 * The names such that each comes after those it depends on, otherwise in the order given. Dependencies outside
 * `names` are ignored.
 * @throws LocalCloudError showing the cycle, when there is one
 */
export function dependencyOrder(
  names: readonly string[],
  dependenciesOf: (name: string) => Iterable<string>,
): readonly string[] {
  const known = new Set(names)
  const ordered = new Set<string>()

  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return
    const start = path.indexOf(name)
    if (start !== -1) {
      const cycle = [...path.slice(start), name].join(' -> ')
      throw new LocalCloudError(`These depend on each other in a circle: ${cycle}.`)
    }
    for (const dependency of dependenciesOf(name)) {
      if (known.has(dependency)) visit(dependency, [...path, name])
    }
    ordered.add(name)
  }

  for (const name of names) visit(name, [])
  return [...ordered]
}
