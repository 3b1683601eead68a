import type { JsonRecord } from '../record.js'
import type { Resolve } from './resolve.js'
import type { Scope } from './scope.js'

/** `${Name}`, `${Id.Attribute}` or the literal `${!Text}`. */
const PLACEHOLDER: RegExp = /\$\{([^}]+)\}/g

/** `Fn::Sub`. https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-sub.html */
export function substitute(template: string, variables: JsonRecord, resolve: Resolve, scope: Scope): string {
  return template.replace(PLACEHOLDER, (_match, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`
    if (Object.hasOwn(variables, name)) return String(resolve(variables[name]))
    if (scope.parameters.has(name)) return String(scope.parameters.get(name))
    return String(resolve(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }))
  })
}

/** The names that `Fn::Sub` looks up outside its own variables. */
export function substitutedNames(template: string, variables: JsonRecord): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([, name]) => name ?? '')
    .filter((name) => !name.startsWith('!') && !Object.hasOwn(variables, name))
}
