import { LocalCloudError } from '../local-cloud-error.js'
import { resolveValue } from './resolve.js'
import type { Scope } from './scope.js'
import type { Template } from './template.js'

/** Evaluates a template's conditions by name, each once. They can refer to parameters, mappings and each other only. */
export function conditionsOf(
  template: Template,
  parameters: ReadonlyMap<string, unknown>,
): (name: string) => boolean {
  const known = new Map<string, boolean | 'being evaluated'>()
  const noResources = (name: string): never => {
    throw new LocalCloudError(`A condition refers to '${name}', which is not a parameter.`)
  }
  const scope: Scope = {
    parameters,
    mappings: template.Mappings ?? {},
    condition: (name) => evaluate(name),
    ref: noResources,
    attribute: noResources,
    importedValue: noResources,
  }

  const evaluate = (name: string): boolean => {
    const before = known.get(name)
    if (typeof before === 'boolean') return before
    if (before !== undefined) throw new LocalCloudError(`Condition '${name}' depends on itself.`)
    const definition = template.Conditions?.[name]
    if (definition === undefined)
      throw new LocalCloudError(`There is no condition '${name}' in the template.`)
    known.set(name, 'being evaluated')
    const value = resolveValue(definition, scope)
    if (typeof value !== 'boolean')
      throw new LocalCloudError(`Condition '${name}' is neither true nor false.`)
    known.set(name, value)
    return value
  }
  return evaluate
}
