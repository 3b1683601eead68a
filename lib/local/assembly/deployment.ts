import type { Clock } from '../clock.js'
import type { ProvisionedResource, ResourceProvider, ResourceToProvision } from '../resource-provider.js'
import type { StackRegistry } from './stack-registry.js'
import type { UnsupportedTypes } from './unsupported-types.js'

export interface CustomResourceToProvision extends ResourceToProvision {
  readonly stackId: string
}

/** Makes a resource exist; one of a custom type is made by a function of the template. */
export interface StackResourceProvider {
  readonly passive?: boolean
  readonly provision: (resource: CustomResourceToProvision) => Promise<ProvisionedResource>
}

/** What all stacks of one local cloud share. */
export interface Deployment {
  readonly runId: string
  readonly region: string
  readonly accountId: string
  readonly clock: Pick<Clock, 'now'>
  readonly providers: ReadonlyMap<string, ResourceProvider>
  /** For `Custom::…` and `AWS::CloudFormation::CustomResource`. */
  readonly customResources: StackResourceProvider
  readonly stacks: StackRegistry
  readonly exports: Map<string, unknown>
  /** Values of the SSM parameters that exist so far, by name. */
  readonly ssmParameters: ReadonlyMap<string, string>
  readonly unsupported: UnsupportedTypes
  /** Told at once of everything that exists now, so that it ends even when a later resource fails. */
  readonly onProvisioned: (resource: ProvisionedResource) => void
}

export function providerOf(type: string, deployment: Deployment): StackResourceProvider | undefined {
  if (type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource') {
    return deployment.customResources
  }
  return deployment.providers.get(type)
}
