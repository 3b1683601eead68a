import { AwsError } from '../../aws-error.js'
import type { LambdaFunction } from './lambda-function.js'

/** The functions that exist, found by all the names that Lambda's API takes. */
export class FunctionRegistry {
  readonly #functions = new Map<string, LambdaFunction>()
  /** Aliases and versions by the function's name. */
  readonly #qualifiers = new Map<string, Set<string>>()

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

  addQualifier(nameOrArn: string, qualifier: string): void {
    const { name } = partsOf(nameOrArn)
    this.#qualifiers.set(name, (this.#qualifiers.get(name) ?? new Set()).add(qualifier))
  }

  /**
   * Takes a name, an ARN, a partial ARN (`123456789012:function:name`), each also with a qualifier, or the logical id.
   * @param separate a qualifier that does not stand with the name
   * @throws AwsError ResourceNotFoundException, also for a qualifier that the template does not define;
   * InvalidParameterValueException for two qualifiers
   */
  find(nameOrArn: string, separate?: string): LambdaFunction {
    const { name, qualifier = separate } = partsOf(nameOrArn)
    if (separate !== undefined && qualifier !== separate) {
      throw new AwsError(
        'InvalidParameterValueException',
        'The derived qualifier from the function name does not match the specified qualifier.',
      )
    }
    const found =
      this.#functions.get(name) ??
      [...this.#functions.values()].find(({ configuration }) => configuration.logicalId === name)
    if (found === undefined) {
      throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404)
    }
    const { functionName, functionArn } = found.configuration
    if (qualifier !== undefined && !this.#isQualifier(functionName, qualifier)) {
      throw new AwsError('ResourceNotFoundException', `Function not found: ${functionArn}:${qualifier}`, 404)
    }
    return found
  }

  #isQualifier(functionName: string, qualifier: string): boolean {
    return qualifier === '$LATEST' || (this.#qualifiers.get(functionName)?.has(qualifier) ?? false)
  }

  all(): readonly LambdaFunction[] {
    return [...this.#functions.values()]
  }
}

function partsOf(nameOrArn: string): { readonly name: string; readonly qualifier?: string } {
  const parts = nameOrArn.split(':')
  const [name = nameOrArn, qualifier] = parts.slice(parts.indexOf('function') + 1)
  return { name, ...(qualifier === undefined ? {} : { qualifier }) }
}
