import { DeployedStack, type StackDescription } from './deployed-stack.js'

/** The stacks of a local cloud, nested ones among them, in the order in which they were begun. */
export class StackRegistry {
  readonly #stacks: DeployedStack[] = []

  begin(description: StackDescription): DeployedStack {
    const stack = new DeployedStack(description)
    this.#stacks.push(stack)
    return stack
  }

  all(): readonly DeployedStack[] {
    return this.#stacks
  }

  find(nameOrId: string): DeployedStack | undefined {
    return this.#stacks.find(
      ({ description: { stackName, stackId } }) => nameOrId === stackName || nameOrId === stackId,
    )
  }
}
