import type { Clock } from '../../clock.js'
import type { JsonRecord } from '../../record.js'
import type { MappingEnvironment } from '../event-source-mapping/mapping-environment.js'
import type { MappingRegistry } from '../event-source-mapping/mapping-registry.js'
import type { AsynchronousInvoker } from '../function/asynchronous-invoker.js'
import type { FunctionRegistry } from '../function/function-registry.js'
import type { FunctionUrls } from '../function-url/function-urls.js'

/** What Lambda's API works on. */
export interface LambdaContext {
  readonly functions: FunctionRegistry
  readonly mappings: MappingRegistry
  /** What a mapping that CreateEventSourceMapping makes runs on. */
  readonly mappingEnvironment: MappingEnvironment
  readonly asynchronous: AsynchronousInvoker
  readonly urls: FunctionUrls
  /** Statements of a function's own policy. */
  readonly policyOf: (functionArn: string) => readonly JsonRecord[]
  readonly clock: Pick<Clock, 'now'>
  readonly region: string
  readonly accountId: string
}
