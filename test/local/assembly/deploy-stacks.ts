import { readCloudAssembly } from '../../../lib/local/assembly/cloud-assembly.js'
import type { CustomResourceToProvision } from '../../../lib/local/assembly/deployment.js'
import { NotProvisioned } from '../../../lib/local/assembly/not-provisioned.js'
import { provisionStack } from '../../../lib/local/assembly/provision-stack.js'
import type { RunningStack } from '../../../lib/local/assembly/running-stack.js'
import { selectStacks } from '../../../lib/local/assembly/select-stacks.js'
import { StackRegistry } from '../../../lib/local/assembly/stack-registry.js'
import { UnsupportedTypes } from '../../../lib/local/assembly/unsupported-types.js'
import type { ResourceProvider, ResourceToProvision } from '../../../lib/local/resource-provider.js'
import { type AssemblyFixture, writeAssembly } from '../write-assembly.js'

export interface Deployed {
  readonly stacks: readonly RunningStack[]
  /** In the order in which they were made. */
  readonly made: readonly ResourceToProvision[]
  readonly unsupported: UnsupportedTypes
  readonly registry: StackRegistry
}

/**
 * Deploys with providers that only note what they are asked for: `Test::Thing`, the passive `Test::Paper`, and one for
 * custom resources, which leaves out what has a property `broken`.
 */
export async function deploy(fixture: AssemblyFixture, chosen?: readonly string[]): Promise<Deployed> {
  const assembly = await writeAssembly(fixture)
  try {
    const made: ResourceToProvision[] = []
    const provider = (type: string, passive: boolean): ResourceProvider => ({
      type,
      passive,
      provision: async (resource) => {
        if (resource.properties['fail'] !== undefined) throw new Error('it is broken')
        made.push(resource)
        return { ref: `ref-${resource.logicalId}`, attributes: { Arn: `arn-${resource.logicalId}` } }
      },
    })
    const providers = [provider('Test::Thing', false), provider('Test::Paper', true)]
    const unsupported = new UnsupportedTypes()
    const registry = new StackRegistry()
    const ssmParameters = new Map([['/shop/size', 'large']])
    let now = 1000
    const deployment = {
      runId: 'run',
      region: 'eu-west-1',
      accountId: '123456789012',
      clock: {
        now: () => {
          now += 1
          return now
        },
      },
      stacks: registry,
      ssmParameters,
      customResources: {
        passive: true,
        provision: async (resource: CustomResourceToProvision) => {
          if (resource.properties['broken'] !== undefined) throw new NotProvisioned('it is broken')
          made.push(resource)
          return { ref: resource.stackId, attributes: { Arn: 'custom-arn' } }
        },
      },
      providers: new Map(providers.map((each) => [each.type, each])),
      exports: new Map<string, unknown>(),
      unsupported,
      onProvisioned: () => {},
    }
    const stacks: RunningStack[] = []
    for (const stack of selectStacks(await readCloudAssembly(assembly.directory), chosen)) {
      stacks.push(await provisionStack(stack, deployment))
    }
    return { stacks, made, unsupported, registry }
  } finally {
    await assembly.remove()
  }
}

export const one = (template: unknown): AssemblyFixture => ({ stacks: { Shop: { template } } })
export const thing = (properties: unknown = {}, more: object = {}): unknown => ({
  Type: 'Test::Thing',
  Properties: properties,
  ...more,
})
export const idsOf = (made: readonly ResourceToProvision[]): readonly string[] =>
  made.map(({ logicalId }) => logicalId)
