import { isDeepStrictEqual } from 'node:util'
import { LocalCloudError } from '../local-cloud-error.js'
import { listArgument } from './arguments.js'
import type { Resolve } from './resolve.js'
import type { Scope } from './scope.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-conditions.html */
export const CONDITION_FUNCTIONS: Readonly<
  Record<string, (argument: unknown, resolve: Resolve, scope: Scope) => unknown>
> = {
  Condition: (argument, _resolve, scope) => scope.condition(String(argument)),

  'Fn::If': (argument, resolve, scope) => {
    const [condition, whenTrue, whenFalse] = listArgument(argument, 'Fn::If')
    return resolve(scope.condition(String(condition)) ? whenTrue : whenFalse)
  },

  'Fn::Equals': (argument, resolve) => {
    const [left, right] = listArgument(argument, 'Fn::Equals').map(resolve)
    return typeof left === 'object' ? isDeepStrictEqual(left, right) : String(left) === String(right)
  },

  'Fn::And': (argument, resolve) =>
    listArgument(argument, 'Fn::And').every((condition) => holds(resolve(condition))),

  'Fn::Or': (argument, resolve) =>
    listArgument(argument, 'Fn::Or').some((condition) => holds(resolve(condition))),

  'Fn::Not': (argument, resolve) => !holds(resolve(listArgument(argument, 'Fn::Not')[0])),
}

function holds(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new LocalCloudError(`Expected a condition to be true or false, got ${JSON.stringify(value)}.`)
}
