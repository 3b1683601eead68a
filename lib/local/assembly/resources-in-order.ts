import { dependencyOrder } from './dependency-order.js'
import { referencedIds } from './references.js'
import type { Template, TemplateResource } from './template.js'

/** The resources whose condition holds, each after those it depends on. */
export function resourcesInOrder(
  template: Template,
  condition: (name: string) => boolean,
): readonly (readonly [string, TemplateResource])[] {
  const resources = new Map(
    Object.entries(template.Resources ?? {}).filter(
      ([, resource]) => resource.Condition === undefined || condition(resource.Condition),
    ),
  )
  const order = dependencyOrder([...resources.keys()], (logicalId) => {
    const { Properties: properties, DependsOn: dependsOn = [] } = resources.get(logicalId) ?? {}
    return [...[dependsOn].flat().map(String), ...referencedIds(properties, condition)]
  })
  return order.flatMap((logicalId) => {
    const resource = resources.get(logicalId)
    return resource === undefined ? [] : [[logicalId, resource] as const]
  })
}
