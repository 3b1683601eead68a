import { LocalCloudError } from '../local-cloud-error.js'
import type { CloudAssembly } from './cloud-assembly.js'
import { dependencyOrder } from './dependency-order.js'
import type { StackArtifact } from './stack-artifact.js'

/**
 * The chosen stacks and all that they depend on, in the order of deployment. A stack goes by its id, its stack
 * name or its display name; without a choice all run.
 * @throws LocalCloudError for a name that no stack has
 */
export function selectStacks(assembly: CloudAssembly, chosen?: readonly string[]): readonly StackArtifact[] {
  const byId = new Map(assembly.stacks.map((stack) => [stack.id, stack]))
  const wanted = new Set<string>()
  const want = (stack: StackArtifact): void => {
    if (wanted.has(stack.id)) return
    wanted.add(stack.id)
    for (const id of stack.dependencies) {
      const dependency = byId.get(id)
      if (dependency !== undefined) want(dependency)
    }
  }
  const roots = chosen === undefined ? assembly.stacks : chosen.map((name) => stackNamed(assembly, name))
  for (const stack of roots) want(stack)

  const ordered = dependencyOrder([...byId.keys()], (id) => byId.get(id)?.dependencies ?? [])
  return ordered.flatMap((id) => {
    const stack = byId.get(id)
    return stack !== undefined && wanted.has(id) ? [stack] : []
  })
}

function stackNamed(assembly: CloudAssembly, name: string): StackArtifact {
  const found = assembly.stacks.find(
    ({ id, stackName, displayName }) => name === id || name === stackName || name === displayName,
  )
  if (found === undefined) {
    const names = assembly.stacks.map(({ displayName }) => displayName).join(', ')
    throw new LocalCloudError(`There is no stack '${name}' in the cloud assembly. It has: ${names}.`)
  }
  return found
}
