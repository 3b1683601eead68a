import { AwsError } from '../../aws-error.js'
import type { LambdaFunction } from './lambda-function.js'

/** The functions that exist, found by all the names that Lambda's API takes. */
export class FunctionRegistry {
  readonly #functions = new Map<string, LambdaFunction>()

  /** @throws AwsError ResourceConflictException when the name is taken */
  add(lambda: LambdaFunction): void {
    const { functionName } = lambda.configuration
    if (this.#functions.has(functionName)) {
      throw new AwsError('ResourceConflictException', `Function already exist: ${functionName}`, 409)
    }
    this.#functions.set(functionName, lambda)
  }

  remove(functionName: string): void {
    this.#functions.delete(functionName)
  }

  /**
   * Takes a name, an ARN, a partial ARN (`123456789012:function:name`), each also with a qualifier, or the logical id.
   * @throws AwsError ResourceNotFoundException
   */
  find(nameOrArn: string): LambdaFunction {
    const name = functionNameOf(nameOrArn)
    const found =
      this.#functions.get(name) ??
      [...this.#functions.values()].find(({ configuration }) => configuration.logicalId === name)
    if (found === undefined) {
      throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404)
    }
    return found
  }

  all(): readonly LambdaFunction[] {
    return [...this.#functions.values()]
  }
}

function functionNameOf(nameOrArn: string): string {
  const parts = nameOrArn.split(':')
  const position = parts.indexOf('function')
  return (position === -1 ? parts[0] : parts[position + 1]) ?? nameOrArn
}
