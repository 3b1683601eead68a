import type { StackOutput } from './deployed-stack.js'
import { resolveValue } from './resolve.js'
import { type StackScope, scopeFor, UnsupportedReference } from './stack-scope.js'
import type { UnsupportedTypes } from './unsupported-types.js'

export interface OutputsOptions {
  readonly stackName: string
  readonly scope: StackScope
  /** Gets what the outputs export, by name. */
  readonly exports: Map<string, unknown>
  /** Gets outputs that refer to what does not exist locally. */
  readonly unsupported: UnsupportedTypes
}

/** The outputs whose condition holds, in the template's order. */
export function stackOutputs({ stackName, scope, exports, unsupported }: OutputsOptions): StackOutput[] {
  const outputs: StackOutput[] = []
  for (const [key, output] of Object.entries(scope.template.Outputs ?? {})) {
    if (output.Condition !== undefined && !scope.condition(output.Condition)) continue
    const names = scopeFor(scope, `Output '${key}' of stack ${stackName}`, false)
    try {
      const value = resolveValue(output.Value, names)
      const exported = output.Export?.Name
      const exportName = exported === undefined ? undefined : String(resolveValue(exported, names))
      if (exportName !== undefined) exports.set(exportName, value)
      outputs.push({
        key,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        ...(output.Description === undefined ? {} : { description: output.Description }),
        ...(exportName === undefined ? {} : { exportName }),
      })
    } catch (error) {
      if (!(error instanceof UnsupportedReference)) throw error
      unsupported.addOutput(`${stackName}.${key}`)
    }
  }
  return outputs
}
