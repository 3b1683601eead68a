import { LocalCloudError } from '../local-cloud-error.js'
import type { ProvisionedResource } from '../resource-provider.js'
import type { Scope } from './scope.js'
import type { Template } from './template.js'

/** What the values of one stack can refer to. */
export interface StackScope {
  readonly template: Template
  readonly parameters: ReadonlyMap<string, unknown>
  readonly condition: (name: string) => boolean
  readonly exports: ReadonlyMap<string, unknown>
  /** By logical id, those made so far. */
  readonly resources: ReadonlyMap<string, ProvisionedResource>
  /** False for a resource that the local cloud leaves out. */
  readonly isSupported: (type: string, logicalId: string) => boolean
}

/** A reference to a resource whose type the local cloud does not emulate. */
export class UnsupportedReference extends LocalCloudError {}

/**
 * The scope in which the values of one consumer are resolved.
 * @param consumer who asks, for the messages: `AWS::Lambda::Function 'Relay'`
 * @param passive a reference to something unsupported then becomes a name that stands for it
 */
export function scopeFor(stack: StackScope, consumer: string, passive: boolean): Scope {
  const resource = (logicalId: string, attribute?: string): ProvisionedResource | string => {
    const found = stack.resources.get(logicalId)
    if (found !== undefined) return found
    const type = stack.template.Resources?.[logicalId]?.Type
    const parameter = stack.template.Parameters?.[logicalId]
    if (parameter !== undefined) {
      throw new LocalCloudError(
        `${consumer} refers to the parameter '${logicalId}' (${parameter.Type}), whose value only AWS knows.`,
      )
    }
    if (type === undefined) {
      throw new LocalCloudError(`${consumer} refers to '${logicalId}', which the template does not have.`)
    }
    if (stack.isSupported(type, logicalId)) {
      throw new LocalCloudError(`${consumer} refers to '${logicalId}', which its condition leaves out.`)
    }
    if (passive) return [type, logicalId, ...(attribute === undefined ? [] : [attribute])].join(':')
    throw new UnsupportedReference(
      `${consumer} refers to ${type} '${logicalId}', a resource type that the local cloud does not emulate.`,
    )
  }

  return {
    parameters: stack.parameters,
    mappings: stack.template.Mappings ?? {},
    condition: stack.condition,

    ref: (logicalId) => {
      const found = resource(logicalId)
      return typeof found === 'string' ? found : found.ref
    },

    attribute: (logicalId, name) => {
      const found = resource(logicalId, name)
      if (typeof found === 'string') return found
      const value = found.attributes[name]
      if (value !== undefined) return value
      const known = Object.keys(found.attributes).join(', ')
      throw new LocalCloudError(
        `${consumer} refers to attribute '${name}' of '${logicalId}', which the local cloud does not give. It gives: ${known}.`,
      )
    },

    importedValue: (name) => {
      if (stack.exports.has(name)) return stack.exports.get(name)
      throw new LocalCloudError(`${consumer} imports '${name}', which no stack deployed before it exports.`)
    },
  }
}
