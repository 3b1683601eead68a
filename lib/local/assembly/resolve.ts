import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord } from '../record.js'
import { listArgument, textArgument } from './arguments.js'
import { CONDITION_FUNCTIONS } from './condition-functions.js'
import { intrinsicOf } from './intrinsic.js'
import { NO_VALUE, type Scope } from './scope.js'
import { substitute } from './substitute.js'

export type Resolve = (value: unknown) => unknown

type IntrinsicFunction = (argument: unknown, resolve: Resolve, scope: Scope) => unknown

/**
 * The value with every intrinsic function replaced by what it stands for.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 * @throws LocalCloudError for a function that is unknown or has malformed arguments
 */
export function resolveValue(value: unknown, scope: Scope): unknown {
  const resolve: Resolve = (inner) => resolveValue(inner, scope)
  if (Array.isArray(value)) return value.map(resolve).filter((element) => element !== NO_VALUE)
  if (!isRecord(value)) return value

  const intrinsic = intrinsicOf(value)
  if (intrinsic === undefined) {
    const entries = Object.entries(value).map(([key, inner]) => [key, resolve(inner)] as const)
    return Object.fromEntries(entries.filter(([, inner]) => inner !== NO_VALUE))
  }
  const run = FUNCTIONS[intrinsic.name]
  if (run === undefined) {
    throw new LocalCloudError(`The local cloud does not know the intrinsic function ${intrinsic.name}.`)
  }
  return run(intrinsic.argument, resolve, scope)
}

const FUNCTIONS: Readonly<Record<string, IntrinsicFunction>> = {
  ...CONDITION_FUNCTIONS,

  Ref: (argument, _resolve, scope) => {
    const name = textArgument(argument, 'Ref')
    if (name === 'AWS::NoValue') return NO_VALUE
    return scope.parameters.has(name) ? scope.parameters.get(name) : scope.ref(name)
  },

  'Fn::GetAtt': (argument, resolve, scope) => {
    // `Id.Attribute`, where the attribute itself may hold dots (`Nested.Outputs.Url`), or [Id, Attribute].
    const [logicalId, ...rest] =
      typeof argument === 'string' ? argument.split('.') : listArgument(argument, 'Fn::GetAtt')
    return scope.attribute(
      textArgument(logicalId, 'Fn::GetAtt'),
      rest.map((part) => textArgument(resolve(part), 'Fn::GetAtt')).join('.'),
    )
  },

  'Fn::Join': (argument, resolve) => {
    const [delimiter, parts] = listArgument(argument, 'Fn::Join')
    return listArgument(resolve(parts), 'Fn::Join')
      .map((part) => textArgument(part, 'Fn::Join'))
      .join(textArgument(delimiter, 'Fn::Join'))
  },

  'Fn::Sub': (argument, resolve, scope) => {
    const [template, variables] =
      typeof argument === 'string' ? [argument, {}] : listArgument(argument, 'Fn::Sub')
    return substitute(textArgument(template, 'Fn::Sub'), isRecord(variables) ? variables : {}, resolve, scope)
  },

  'Fn::Select': (argument, resolve) => {
    const [index, values] = listArgument(argument, 'Fn::Select')
    const candidates = listArgument(resolve(values), 'Fn::Select')
    const selected = candidates[Number(resolve(index))]
    if (selected === undefined) {
      throw new LocalCloudError(
        `Fn::Select has no element ${String(resolve(index))} among ${candidates.length}.`,
      )
    }
    return selected
  },

  'Fn::Split': (argument, resolve) => {
    const [delimiter, value] = listArgument(argument, 'Fn::Split')
    return textArgument(resolve(value), 'Fn::Split').split(textArgument(delimiter, 'Fn::Split'))
  },

  'Fn::FindInMap': (argument, resolve, scope) => {
    const [map, first, second, options] = listArgument(argument, 'Fn::FindInMap').map(resolve)
    const path = [map, first, second].map((part) => textArgument(part, 'Fn::FindInMap'))
    const found = scope.mappings[path[0] ?? '']?.[path[1] ?? '']?.[path[2] ?? '']
    if (found !== undefined) return found
    if (isRecord(options) && 'DefaultValue' in options) return options['DefaultValue']
    throw new LocalCloudError(`Fn::FindInMap finds nothing under ${path.join('.')}.`)
  },

  'Fn::ImportValue': (argument, resolve, scope) =>
    scope.importedValue(textArgument(resolve(argument), 'Fn::ImportValue')),

  'Fn::GetAZs': (argument, resolve, scope) => {
    const given = resolve(argument)
    const region = given === '' || given === undefined ? scope.parameters.get('AWS::Region') : given
    return ['a', 'b', 'c'].map((zone) => `${textArgument(region, 'Fn::GetAZs')}${zone}`)
  },

  'Fn::Base64': (argument, resolve) =>
    Buffer.from(textArgument(resolve(argument), 'Fn::Base64')).toString('base64'),

  'Fn::Length': (argument, resolve) => listArgument(resolve(argument), 'Fn::Length').length,

  'Fn::ToJsonString': (argument, resolve) => JSON.stringify(resolve(argument)),
}
