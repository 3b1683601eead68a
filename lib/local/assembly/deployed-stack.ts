import type { RunningResource } from './running-stack.js'
import type { Template } from './template.js'

export interface StackResource extends RunningResource {
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export interface StackOutput {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly exportName?: string
}

/** What is known of a stack before its resources are made. */
export interface StackDescription {
  readonly stackName: string
  readonly stackId: string
  /** Of a nested stack. */
  readonly parentId?: string
  readonly template: Template
  /** Those that the template declares, as text. */
  readonly parameters: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** A stack as CloudFormation tells of it, also while it is being made. */
export class DeployedStack {
  readonly description: StackDescription
  readonly #resources: StackResource[] = []
  #outputs: readonly StackOutput[] = []
  #status: 'CREATE_IN_PROGRESS' | 'CREATE_COMPLETE' = 'CREATE_IN_PROGRESS'

  constructor(description: StackDescription) {
    this.description = description
  }

  get status(): 'CREATE_IN_PROGRESS' | 'CREATE_COMPLETE' {
    return this.#status
  }

  /** Its own ones: those of a nested stack are in that stack. */
  get resources(): readonly StackResource[] {
    return this.#resources
  }

  get outputs(): readonly StackOutput[] {
    return this.#outputs
  }

  add(resource: StackResource): void {
    this.#resources.push(resource)
  }

  complete(outputs: readonly StackOutput[]): void {
    this.#outputs = outputs
    this.#status = 'CREATE_COMPLETE'
  }
}
