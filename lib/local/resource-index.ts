import type { RunningResource, RunningStack } from './assembly/running-stack.js'
import { LocalCloudError } from './local-cloud-error.js'

/** The ends that the CDK adds to the path of a construct that wraps one resource. */
const DEFAULT_CHILDREN = ['/Resource', '/Default']

/** Finds resources by the names a person knows them by. */
export class ResourceIndex {
  readonly #resources: readonly RunningResource[]

  constructor(stacks: readonly RunningStack[]) {
    this.#resources = stacks.flatMap(({ resources }) => resources)
  }

  all(type: string): readonly RunningResource[] {
    return this.#resources.filter((resource) => resource.type === type)
  }

  /**
   * @param name a logical id, `Stack/LogicalId`, a construct path (`Stack/Outbox/Table`, with or without `/Resource` at
   * its end), or the physical id itself
   * @throws LocalCloudError when none or more than one resource has it
   */
  find(name: string): RunningResource {
    const [found, ...others] = this.#resources.filter((resource) => namesOf(resource).includes(name))
    if (found === undefined) {
      const known = this.#resources
        .map(({ constructPath, logicalId }) => constructPath ?? logicalId)
        .join(', ')
      throw new LocalCloudError(`There is no resource '${name}' in the local cloud. It has: ${known}.`)
    }
    if (others.length > 0) {
      const candidates = [found, ...others].map(({ stackName, logicalId }) => `${stackName}/${logicalId}`)
      throw new LocalCloudError(`Several resources go by '${name}': ${candidates.join(', ')}.`)
    }
    return found
  }
}

function namesOf({ logicalId, stackName, constructPath = '', ref }: RunningResource): readonly string[] {
  const construct = DEFAULT_CHILDREN.flatMap((end) =>
    constructPath.endsWith(end) ? [constructPath.slice(0, -end.length)] : [],
  )
  return [logicalId, `${stackName}/${logicalId}`, ref, constructPath, ...construct]
}
