import type { MappingRegistry } from '../event-source-mapping/mapping-registry.js'
import type { AsynchronousInvoker } from '../function/asynchronous-invoker.js'
import type { FunctionRegistry } from '../function/function-registry.js'

/** What Lambda's API works on. */
export interface LambdaContext {
  readonly functions: FunctionRegistry
  readonly mappings: MappingRegistry
  readonly asynchronous: AsynchronousInvoker
  readonly region: string
  readonly accountId: string
}
