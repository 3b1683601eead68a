import type { Template } from './template.js'

/** What the names in a template stand for while one of its values is resolved. */
export interface Scope {
  /** Pseudo parameters and parameters. */
  readonly parameters: ReadonlyMap<string, unknown>
  readonly mappings: NonNullable<Template['Mappings']>
  readonly condition: (name: string) => boolean
  /** `Ref` of a resource. */
  readonly ref: (logicalId: string) => unknown
  /** `Fn::GetAtt` of a resource. */
  readonly attribute: (logicalId: string, name: string) => unknown
  /** `Fn::ImportValue`. */
  readonly importedValue: (name: string) => unknown
}

/** `AWS::NoValue`: the property or the list element that has it does not exist. */
export const NO_VALUE: unique symbol = Symbol('AWS::NoValue')
