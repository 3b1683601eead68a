import type { DeployedStack } from '../assembly/deployed-stack.js'
import type { StackRegistry } from '../assembly/stack-registry.js'
import { validationError } from './validation-error.js'

/** By name or id. @throws AwsError ValidationError in AWS's words when there is none */
export function findStack(stacks: StackRegistry, nameOrId: string): DeployedStack {
  const found = stacks.find(nameOrId)
  if (found === undefined) throw validationError(`Stack with id ${nameOrId} does not exist`)
  return found
}
