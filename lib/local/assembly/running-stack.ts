import type { ProvisionedResource } from '../resource-provider.js'

/** A resource that exists, with the names a person knows it by. */
export interface RunningResource extends ProvisionedResource {
  readonly stackName: string
  readonly logicalId: string
  readonly type: string
  /** `aws:cdk:path` of its metadata: `Stack/Outbox/Table/Resource`. */
  readonly constructPath?: string
}

export interface RunningStack {
  readonly stackName: string
  /** In the order in which they were made, those of nested stacks included. */
  readonly resources: readonly RunningResource[]
  readonly outputs: Readonly<Record<string, string>>
}
